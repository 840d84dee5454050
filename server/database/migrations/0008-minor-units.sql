-- Amounts were hundredths in every currency; from now on they are the currency's own minor units: yen, fils. What was
-- charged stays as it was charged, in payments and in the orders that they paid.
CREATE FUNCTION in_minor_units(hundredths bigint, currency text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN currency IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG', 'RWF', 'UGX', 'VND', 'VUV',
      'XAF', 'XOF', 'XPF') THEN round(hundredths / 100.0)::bigint
    WHEN currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN hundredths * 10
    ELSE hundredths
  END
$$;
-- 50 is the least in any currency.
UPDATE books SET original_price = in_minor_units(original_price, currency),
  resale_price = greatest(50, in_minor_units(resale_price, currency))
  WHERE in_minor_units(100, currency) <> 100;
UPDATE orders SET amount = greatest(50, in_minor_units(amount, currency)),
  book_snapshot = book_snapshot || jsonb_build_object(
    'originalPrice', in_minor_units((book_snapshot ->> 'originalPrice')::bigint, currency),
    'resalePrice', greatest(50, in_minor_units((book_snapshot ->> 'resalePrice')::bigint, currency)))
  WHERE in_minor_units(100, currency) <> 100 AND state NOT IN ('paid', 'refunded');
DROP FUNCTION in_minor_units(bigint, text);
