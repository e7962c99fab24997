// A bin's form: numbers are text until it is saved, and latitude and longitude are one text.
import { z } from 'zod';
import { coordinatesMessage, createBinFields, updateBinFields } from './contract.ts';
import type { Coordinates } from './rules.ts';

/** Coordinates as maps write them, `49.8093, -97.1331`, or an empty text without them. */
export function formatCoordinates({ lat, lng }: { lat: number | null; lng: number | null }): string {
  return lat === null || lng === null ? '' : `${lat}, ${lng}`;
}

/** The coordinates in a text, or null if it has none on Earth. */
export function parseCoordinates(text: string): Coordinates | null {
  const match = /^(-?\d{1,2}(?:\.\d+)?)[,;/\s]+(-?\d{1,3}(?:\.\d+)?)$/.exec(text.trim());
  if (!match) return null;
  const [lat, lng] = [Number(match[1]), Number(match[2])];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

const typedParts = z.object({
  targetDays: z
    .string()
    .transform((text): number | null | undefined => (text.trim() === '' ? null : Number(text)))
    .pipe(createBinFields.shape.targetDays),
  coordinates: z
    .string()
    .refine((text) => text.trim() === '' || parseCoordinates(text), coordinatesMessage)
    .transform((text) => {
      const coordinates = parseCoordinates(text);
      return coordinates ? formatCoordinates(coordinates) : '';
    }),
});

export const addForm = createBinFields.omit({ lat: true, lng: true }).extend(typedParts.shape);

export const editForm = addForm
  .omit({ binCode: true })
  .extend({ isActive: updateBinFields.shape.isActive.unwrap() });

/** The body to send: typed coordinates become two numbers, and an emptied text two nulls. */
export function bodyOf<Values extends { coordinates?: string | null | undefined }>({
  coordinates,
  ...rest
}: Values) {
  if (coordinates === undefined) return rest;
  return { ...rest, ...((coordinates && parseCoordinates(coordinates)) || { lat: null, lng: null }) };
}
