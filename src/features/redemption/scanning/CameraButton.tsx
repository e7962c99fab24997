import { ScanQrCode } from 'lucide-react';
import { useRef, useState } from 'react';
import * as words from '#words/cameraButton.ts';
import { PlainButton } from '#web/ui/PlainButton.tsx';
import { toast } from '#web/ui/toast.ts';
import type { CameraScanner } from './CameraScanner.tsx';

type CameraButtonProps = {
  className: string;
  /** With the camera's code, which comes with the first press. */
  onOpen: (Scanner: typeof CameraScanner) => void;
};

export function CameraButton({ className, onOpen }: CameraButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isLoading, setLoading] = useState(false);

  async function open() {
    setLoading(true);
    try {
      const module = await import('./CameraScanner.tsx');
      // The clerk may have typed a code meanwhile, and its verdict taken the button's place.
      if (button.current) onOpen(module.CameraScanner);
    } catch {
      toast({ kind: 'error', title: words.notLoaded, description: words.typeInstead });
    }
    setLoading(false);
  }

  return (
    <PlainButton
      ref={button}
      kind="outline"
      size="till"
      icon={ScanQrCode}
      pending={isLoading}
      className={className}
      onClick={() => void open()}
    >
      {/* On a low screen there is room for the icon alone. */}
      <span className="low:sr-only">
        {isLoading ? words.loading : words.open}
        <span className="sr-only">{words.toScan}</span>
      </span>
    </PlainButton>
  );
}
