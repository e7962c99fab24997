import { Check } from 'lucide-react';
import * as words from '#words/practice.ts';
import { type Lesson, lessons } from './lessons.ts';

type LessonChipsProps = { chosen: Lesson; onChoose: (lesson: Lesson) => void };

/** Which verdict to see. */
export function LessonChips({ chosen, onChoose }: LessonChipsProps) {
  return (
    <fieldset className="practice-lessons">
      <legend>{words.lessonsLegend}</legend>
      <div className="flex flex-wrap gap-2">
        {lessons.map((name) => (
          <label key={name} className="practice-chip">
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
