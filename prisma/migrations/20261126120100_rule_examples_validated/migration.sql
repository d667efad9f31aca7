-- Reads the table while others read and write it.
ALTER TABLE rules VALIDATE CONSTRAINT rules_examples_are_a_list;
