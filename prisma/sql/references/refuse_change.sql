-- A database that is spread over nodes does not give its shards a trigger that is also one on TRUNCATE: that is a trigger of its own everywhere.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER journal_entries_append_only BEFORE UPDATE OR DELETE ON journal_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER journal_entries_append_only_whole BEFORE TRUNCATE ON journal_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER account_entries_append_only BEFORE UPDATE OR DELETE ON account_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER account_entries_append_only_whole BEFORE TRUNCATE ON account_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER lot_postings_append_only BEFORE UPDATE OR DELETE ON lot_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER lot_postings_append_only_whole BEFORE TRUNCATE ON lot_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER entry_seals_append_only BEFORE UPDATE OR DELETE ON entry_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER entry_seals_append_only_whole BEFORE TRUNCATE ON entry_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER ledger_checkpoints_append_only BEFORE UPDATE OR DELETE ON ledger_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER ledger_checkpoints_append_only_whole BEFORE TRUNCATE ON ledger_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER state_history_append_only BEFORE UPDATE OR DELETE ON state_history
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER state_history_append_only_whole BEFORE TRUNCATE ON state_history FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER participant_versions_append_only BEFORE UPDATE OR DELETE ON participant_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER participant_versions_append_only_whole BEFORE TRUNCATE ON participant_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER group_member_changes_append_only BEFORE UPDATE OR DELETE ON group_member_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER group_member_changes_append_only_whole BEFORE TRUNCATE ON group_member_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER transfers_append_only BEFORE UPDATE OR DELETE ON transfers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER transfers_append_only_whole BEFORE TRUNCATE ON transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER transfer_recipients_append_only BEFORE UPDATE OR DELETE ON transfer_recipients
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER transfer_recipients_append_only_whole BEFORE TRUNCATE ON transfer_recipients FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER rule_configuration_versions_append_only BEFORE UPDATE OR DELETE ON rule_configuration_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER rule_configuration_versions_append_only_whole BEFORE TRUNCATE ON rule_configuration_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER redemptions_stay BEFORE DELETE ON redemptions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER redemptions_stay_whole BEFORE TRUNCATE ON redemptions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER decisions_stay BEFORE DELETE ON decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER decisions_stay_whole BEFORE TRUNCATE ON decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER code_redemptions_stay BEFORE DELETE ON code_redemptions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER code_redemptions_stay_whole BEFORE TRUNCATE ON code_redemptions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER notices_append_only BEFORE UPDATE OR DELETE ON notices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER notices_append_only_whole BEFORE TRUNCATE ON notices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER referrals_stay BEFORE DELETE ON referrals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER referrals_stay_whole BEFORE TRUNCATE ON referrals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER referral_codes_stay BEFORE DELETE ON referral_codes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER referral_codes_stay_whole BEFORE TRUNCATE ON referral_codes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER redemption_reversals_append_only BEFORE UPDATE OR DELETE ON redemption_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER redemption_reversals_append_only_whole BEFORE TRUNCATE ON redemption_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER fulfillment_orders_stay BEFORE DELETE ON fulfillment_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER fulfillment_orders_stay_whole BEFORE TRUNCATE ON fulfillment_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER audit_log_append_only_whole BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER ledger_period_figures_append_only BEFORE UPDATE OR DELETE ON ledger_period_figures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER ledger_period_figures_append_only_whole BEFORE TRUNCATE ON ledger_period_figures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER ledger_period_balances_append_only BEFORE UPDATE OR DELETE ON ledger_period_balances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER ledger_period_balances_append_only_whole BEFORE TRUNCATE ON ledger_period_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER ledger_periods_kept BEFORE DELETE ON ledger_periods
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER ledger_periods_kept_whole BEFORE TRUNCATE ON ledger_periods FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Nobody removes what is named, or gives it another id.
CREATE OR REPLACE TRIGGER organizations_kept BEFORE DELETE OR UPDATE OF id ON organizations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER organizations_kept_whole BEFORE TRUNCATE ON organizations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER programs_kept BEFORE DELETE OR UPDATE OF id, organization_id ON programs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER programs_kept_whole BEFORE TRUNCATE ON programs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER webhook_endpoints_kept BEFORE DELETE OR UPDATE OF id, organization_id ON webhook_endpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER webhook_endpoints_kept_whole BEFORE TRUNCATE ON webhook_endpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER events_append_only BEFORE UPDATE OR DELETE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER events_append_only_whole BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER event_queue_stays BEFORE UPDATE OF organization_id, program_id, id, participant_id ON event_queue
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER event_queue_stays_whole BEFORE TRUNCATE ON event_queue FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- For each row, so that it also holds for a partition that is named directly.
CREATE OR REPLACE TRIGGER event_outcomes_never_change BEFORE UPDATE ON event_outcomes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER webhook_queue_stays BEFORE UPDATE OF organization_id, endpoint_id, id, webhook_event_id ON webhook_queue
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Their months are dropped. For each row, so that a partition refuses it as well.
CREATE OR REPLACE TRIGGER webhook_events_never_change BEFORE UPDATE ON webhook_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER webhook_attempts_never_change BEFORE UPDATE ON webhook_attempts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Its days are dropped one at a time, which is no statement of rows.
CREATE OR REPLACE TRIGGER request_logs_never_change BEFORE UPDATE ON request_logs
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER challenge_contributions_append_only BEFORE UPDATE OR DELETE ON challenge_contributions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER challenge_contributions_append_only_whole BEFORE TRUNCATE ON challenge_contributions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER leaderboard_results_stay BEFORE DELETE ON leaderboard_results FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER leaderboard_results_stay_whole BEFORE TRUNCATE ON leaderboard_results FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
