// In a bin's form, numbers are texts, and latitude and longitude are one text.
import { z } from 'zod';
import { coordinatesMessage, createBinFields, updateBinFields } from './contract.ts';
import type { Coordinates } from './rules.ts';

/** Coordinates as maps write them, such as `49.8093, -97.1331`. An empty text if there are none. */
export function formatCoordinates({ lat, lng }: { lat: number | null; lng: number | null }): string {
  return lat === null || lng === null ? '' : `${lat}, ${lng}`;
}

/** Reads latitude and longitude from a text. Null if it has no valid ones. */
export function parseCoordinates(text: string): Coordinates | null {
  const match = /^(-?\d{1,2}(?:\.\d+)?)[,;/\s]+(-?\d{1,3}(?:\.\d+)?)$/.exec(text.trim());
  if (!match) return null;
  const [lat, lng] = [Number(match[1]), Number(match[2])];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

const typedFields = z.object({
  targetDays: z
    .string()
    .transform((text): number | null | undefined => (text.trim() === '' ? null : Number(text)))
    .pipe(createBinFields.shape.targetDays),
  coordinates: z
    .string()
    .refine((text) => text.trim() === '' || parseCoordinates(text), coordinatesMessage)
    // Written as saved coordinates are, so that the form can tell whether they changed.
    .transform((text) => {
      const coordinates = parseCoordinates(text);
      return coordinates ? formatCoordinates(coordinates) : '';
    }),
});

export const addForm = createBinFields.omit({ lat: true, lng: true }).extend(typedFields.shape);

export const editForm = addForm
  .omit({ binCode: true })
  .extend({ isActive: updateBinFields.shape.isActive.unwrap() });

/** The body of a request: the typed coordinates become two numbers, or two nulls if the text was emptied. */
export function toRequestBody<Values extends { coordinates?: string | null | undefined }>({
  coordinates,
  ...otherFields
}: Values) {
  if (coordinates === undefined) return otherFields;
  const parsed = coordinates === null ? null : parseCoordinates(coordinates);
  return { ...otherFields, lat: parsed?.lat ?? null, lng: parsed?.lng ?? null };
}
