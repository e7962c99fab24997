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
