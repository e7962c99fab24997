import { MapPin } from 'lucide-react';

type BinLocationProps = { location: string; className?: string };

export function BinLocation({ location, className = '' }: BinLocationProps) {
  return (
    <p className={`flex min-w-0 gap-1.5 text-muted ${className}`}>
      <MapPin size={16} aria-hidden="true" className="mt-[3px] shrink-0" />
      <span className="min-w-0 wrap-anywhere">{location}</span>
    </p>
  );
}
