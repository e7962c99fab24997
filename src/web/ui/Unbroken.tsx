/** Reward codes and phone numbers. The group makes `split` return them too, at the odd indexes. */
const codesAndPhones = /(\bRR-[A-Z\d]{6}\b|\+?\(?\d{3}[\d\s().-]{4,}\d)/;

/** A sentence in which no line breaks inside a reward code or a phone number. */
export function Unbroken({ children }: { children: string }) {
  return children.split(codesAndPhones).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
