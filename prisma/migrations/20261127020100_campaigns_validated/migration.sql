-- Reads the table while others read and write it.
ALTER TABLE rule_sets VALIDATE CONSTRAINT rule_sets_campaign_has_terms;
ALTER TABLE automations VALIDATE CONSTRAINT automations_campaign;
