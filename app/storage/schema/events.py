"""Events: evenings of many tables, and who may do what there."""
