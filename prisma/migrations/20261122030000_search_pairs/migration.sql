-- Each character of a text, and every two that stand side by side. Trigrams find no word that is shorter than three
-- letters, nor one of signs alone: without these such a search would look at every row.
CREATE FUNCTION search_pairs(searched text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 500 AS $$
  SELECT chars || ARRAY(SELECT first || second FROM unnest(chars, chars[2:]) AS pair (first, second) WHERE second IS NOT NULL)
  FROM string_to_array(searched, NULL) AS chars
$$;
