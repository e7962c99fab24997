import { MapPin } from 'lucide-react';

export function BinLocation({
  location,
  className = '',
}: {
  location: string;
  className?: string | undefined;
}) {
  return (
    <p className={`flex min-w-0 gap-1.5 text-muted ${className}`}>
      <MapPin size={16} aria-hidden="true" className="mt-[3px] shrink-0" />
      <span className="min-w-0 wrap-anywhere">{location}</span>
    </p>
  );
}
