"""The operations of Cyclos, one method each, named after its operationId."""
