-- One more kind of notice: a challenge ends soon. Every row was valid before, so all of them still are; the next migration reads them, without
-- this lock.
ALTER TABLE notice_settings DROP CONSTRAINT notice_settings_kind_check;
ALTER TABLE notice_settings ADD CONSTRAINT notice_settings_kind_check CHECK (kind IN
  ('VALUE_EXPIRES', 'TIER_AT_RISK', 'TIER_NEARLY_REACHED', 'CHALLENGE_ENDS', 'RESERVATION_EXPIRES', 'REWARD_UNUSED', 'INACTIVE')) NOT VALID;
