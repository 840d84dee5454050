-- Lists of the card simulator's objects of a kind, newest first.
CREATE INDEX objects_of_kind ON card_simulator.objects ((document ->> 'object'), created_at DESC, id DESC);
