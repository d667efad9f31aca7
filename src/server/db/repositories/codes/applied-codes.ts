/** Tells which codes applied to an event when it was decided, as rules read them: whatever their batches have become since. */

/** SQL for the codes of an event `e` of the organization `$1`, the highest priority first; null for an event without any. */
export const APPLIED_CODES = `CASE WHEN e.codes IS NOT NULL THEN (
    SELECT json_agg(json_build_object('code', told.code, 'batch', b.key, 'campaign_id', b.campaign_id) ORDER BY b.priority DESC, told.place)
    FROM event_codes v
    CROSS JOIN LATERAL ROWS FROM (json_to_recordset(v.verdicts) AS (code text, batch_id uuid, status text)) WITH ORDINALITY AS told (code, batch_id, status, place)
    JOIN code_batches b ON b.organization_id = $1 AND b.id = told.batch_id
    WHERE v.organization_id = $1 AND v.event_id = e.id AND told.status <> 'REFUSED') END`;
