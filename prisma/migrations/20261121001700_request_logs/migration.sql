-- Requests to /v1 as they were answered. Bodies are redacted before they get here; rows are removed after 30 days.
CREATE TABLE request_logs (
  id                   uuid PRIMARY KEY,
  organization_id      uuid NOT NULL REFERENCES organizations,
  request_id           text NOT NULL,
  method               text NOT NULL,
  path                 text NOT NULL,
  -- The route's pattern, such as /v1/events/{id}; null when none matched.
  route                text,
  status               smallint NOT NULL,
  error_code           text,
  duration_ms          double precision NOT NULL,
  api_key_id           uuid,
  on_behalf_of         text,
  idempotency_key      text,
  request_body         text,
  request_body_bytes   integer NOT NULL,
  response_body        text,
  response_body_bytes  integer NOT NULL,
  created_at           timestamptz(3) NOT NULL
);
CREATE INDEX request_logs_created_idx ON request_logs (organization_id, created_at, id);
CREATE INDEX request_logs_status_idx ON request_logs (organization_id, status, created_at, id);
CREATE INDEX request_logs_route_idx ON request_logs (organization_id, route, created_at, id);
CREATE INDEX request_logs_key_idx ON request_logs (organization_id, api_key_id, created_at, id);
CREATE INDEX request_logs_request_idx ON request_logs (organization_id, request_id);
CREATE INDEX request_logs_age_idx ON request_logs (created_at);
