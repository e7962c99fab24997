import { Check } from 'lucide-react';
import * as words from '#words/practice.ts';
import { type Lesson, lessons } from './lessons.ts';

type LessonChipsProps = { chosen: Lesson; onChoose: (lesson: Lesson) => void };

/** Which verdict to see. */
export function LessonChips({ chosen, onChoose }: LessonChipsProps) {
  return (
    <fieldset className="low:order-1">
      <legend className="mb-2 leading-[1.35] font-[650]">{words.lessonsLegend}</legend>
      <div className="flex flex-wrap gap-2">
        {lessons.map((name) => (
          <label
            key={name}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-full border-[1.5px] border-edge bg-raised px-4 text-base font-semibold has-checked:border-2 has-checked:border-spruce has-checked:bg-spruce-tint has-checked:text-spruce has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)]"
          >
            <input
              type="radio"
              name="lesson"
              className="sr-only"
              checked={name === chosen}
              onChange={() => onChoose(name)}
            />
            {name === chosen && <Check size={18} aria-hidden="true" />}
            <span>{words.lessons[name]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
