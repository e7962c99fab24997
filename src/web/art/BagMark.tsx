import { Drawing, type DrawingProps } from './Drawing.tsx';

/** A bag with a mark written on it. */
export function BagMark({ mark, ...props }: DrawingProps & { mark: string }) {
  return (
    <Drawing {...props} wheat={[]}>
      {/* The same bright colour in both themes, so that the mark can be read. */}
      <path d="M20 38.5L104 37.5L107 110.5L18 111Z" className="fill-wheat stroke-none" />
      <path d="M16.5 34.5L102 33.6C103.2 58 104.4 83 105 105.5C105.1 108 103.6 109.8 101 109.8L17.6 110.1C15 110.1 13.5 108.3 13.7 105.6C14.4 82 15.4 58 16.5 34.5Z" />
      <path d="M40.5 34C40.5 15 47 7 59.5 7C72 7 78.6 15 78.4 33.6" />
      <path d="M48 34C48 20.5 51.5 14.4 59.4 14.4C67.4 14.4 71 20.5 70.8 33.7" />
      <path d="M22 102L36 101.8M84 101.6L97.5 101.4" strokeWidth={2} strokeDasharray="4 5" />
      <text
        x="59.6"
        y="82"
        textAnchor="middle"
        transform="rotate(-2.5 60 72)"
        className="fill-on-wheat stroke-none font-display font-extrabold"
        fontSize={mark.length > 3 ? 28 : 37}
        textLength={76}
        lengthAdjust="spacingAndGlyphs"
      >
        {mark}
      </text>
    </Drawing>
  );
}
