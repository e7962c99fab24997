// A bin's form: numbers are text until it is saved, and its place on a map is one text.
import { z } from 'zod';
import { createBinFields, updateBinFields, placeMessage } from './contract.ts';

interface Place {
  lat: number | null;
  lng: number | null;
}

/** A place as maps write it, `49.8093, -97.1331`, or an empty text. */
export function placeText({ lat, lng }: Place): string {
  return lat === null || lng === null ? '' : `${lat}, ${lng}`;
}

/** The place that a text names, or null if it names none on Earth. */
export function placeIn(text: string): Place | null {
  const [, lat, lng] = /^(-?\d{1,2}(?:\.\d+)?)[,;/\s]+(-?\d{1,3}(?:\.\d+)?)$/.exec(text.trim()) ?? [];
  const place = { lat: Number(lat), lng: Number(lng) };
  return Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180 ? place : null;
}

const typedParts = z.object({
  targetDays: z
    .string()
    .transform((text): number | null | undefined => (text.trim() === '' ? null : Number(text)))
    .pipe(createBinFields.shape.targetDays),
  place: z
    .string()
    .refine((text) => text.trim() === '' || placeIn(text), placeMessage)
    .transform((text) => {
      const place = placeIn(text);
      return place ? placeText(place) : '';
    }),
});

export const addForm = createBinFields.omit({ lat: true, lng: true }).extend(typedParts.shape);

export const editForm = addForm
  .omit({ binCode: true })
  .extend({ isActive: updateBinFields.shape.isActive.unwrap() });

/** The body to send: a typed place becomes its two numbers. */
export function bodyOf<Values extends { place?: string | null | undefined }>({ place, ...rest }: Values) {
  const none = { lat: null, lng: null };
  return { ...rest, ...(place !== undefined && ((place && placeIn(place)) || none)) };
}
