-- The time of the last event and the last payment is read by monitors, every few seconds.
CREATE INDEX payment_events_by_time ON payment_events (received_at);
CREATE INDEX payments_by_time ON payments (recorded_at);
