-- Reads the table while others read and write it.
ALTER TABLE notice_settings VALIDATE CONSTRAINT notice_settings_kind_check;
