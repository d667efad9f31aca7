-- Named addresses of lists: filters, order and search as a person left them, for themselves or for the team.

CREATE TABLE saved_views (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  owner_id        uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  page            text NOT NULL CHECK (page ~ '^/[a-z/-]*$' AND length(page) <= 100),
  name            text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- As it stands in the address, without the question mark.
  query           text NOT NULL CHECK (length(query) <= 2000),
  shared          boolean NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  UNIQUE (organization_id, id)
);
CREATE INDEX saved_views_page_idx ON saved_views (organization_id, page);
-- One's own views of a list have different names, and so do those of the team.
CREATE UNIQUE INDEX saved_views_own_name_key ON saved_views (organization_id, owner_id, page, lower(name)) WHERE NOT shared;
CREATE UNIQUE INDEX saved_views_shared_name_key ON saved_views (organization_id, page, lower(name)) WHERE shared;

-- The view with which a list opens for somebody.
CREATE TABLE saved_view_defaults (
  organization_id uuid NOT NULL,
  user_id         uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  page            text NOT NULL,
  view_id         uuid NOT NULL,
  PRIMARY KEY (organization_id, user_id, page),
  FOREIGN KEY (organization_id, view_id) REFERENCES saved_views (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX saved_view_defaults_view_idx ON saved_view_defaults (organization_id, view_id);

-- What only its owner sees is nobody else's business; what the team shares is told of.
CREATE TRIGGER audited_insert AFTER INSERT ON saved_views FOR EACH ROW WHEN (NEW.shared) EXECUTE FUNCTION audit_change('SAVED_VIEW', '');
CREATE TRIGGER audited_update AFTER UPDATE ON saved_views FOR EACH ROW WHEN (OLD.shared OR NEW.shared) EXECUTE FUNCTION audit_change('SAVED_VIEW', '');
CREATE TRIGGER audited_delete AFTER DELETE ON saved_views FOR EACH ROW WHEN (OLD.shared) EXECUTE FUNCTION audit_change('SAVED_VIEW', '');
