-- The figures of trade profiles are read from the index alone.

DROP INDEX listing_active_by_profile;
CREATE INDEX listing_active_by_profile ON listing ((trade_profile COLLATE "C"), side, listing_id DESC)
  INCLUDE (price_stamps, visibility, expires_at) WHERE state = 'active';
