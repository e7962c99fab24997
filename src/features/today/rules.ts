/** How many bags were in a bin, in words. Null: nobody counted. */
export function binsWords(bagsFound: number | null): string {
  if (bagsFound === null) return 'Emptied';
  return `${bagsFound} ${bagsFound === 1 ? 'bag' : 'bags'}`;
}

/** Opens a phone's map at a place, or where it finds an address. */
export function mapAddress({
  location,
  lat,
  lng,
}: {
  location: string;
  lat: number | null;
  lng: number | null;
}): string {
  const query = lat === null || lng === null ? location : `${lat},${lng}`;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query }).toString()}`;
}
