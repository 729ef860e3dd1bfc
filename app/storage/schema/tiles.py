"""What tiles are printed with: themes, printers, and the register of batches."""
