import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Checkbox, Field } from '#web/ui/Field.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { useSwitch } from '#web/ui/rememberedSwitch.ts';
import { deskKeys, paletteKeys, shortcuts, singleKeys } from './shortcuts.ts';

/** The list of keyboard shortcuts, and the switch for single keys. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useSwitch(singleKeys);
  return (
    <Dialog
      onClose={onClose}
      title="Keyboard shortcuts"
      footer={
        <Button size="console" onClick={onClose}>
          Done
        </Button>
      }
      error={null}
      pending={false}
    >
      <Field
        inline
        label="Single keys"
        hint="One letter acts at once. Leave this off if you speak to your computer or press keys by mistake."
      >
        <Checkbox checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
      </Field>
      <Shortcuts actions={shortcuts} isOn={isOn} />
      <dl className="border-t-[1.5px] border-line">
        <Shortcut keys="Shift Space" action="On a row’s box: select all from the last one to this one" />
        <Shortcut keys={paletteKeys()} action="Open the commands: screens, actions, participants" />
      </dl>
      <h3 className="mt-5 text-[0.9375rem] font-[650]">At the desk, in the field for kilograms</h3>
      <Shortcuts actions={deskKeys} isOn />
    </Dialog>
  );
}

function Shortcuts({ actions, isOn }: { actions: Readonly<Record<string, string>>; isOn: boolean }) {
  return (
    <dl className={`mt-4 ${isOn ? '' : 'text-muted'}`}>
      {Object.entries(actions).map(([key, action]) => (
        <Shortcut key={key} keys={key} action={action} />
      ))}
    </dl>
  );
}

function Shortcut({ keys, action }: { keys: string; action: string }) {
  return (
    <div className="flex min-h-10 items-center gap-4 border-t-[1.5px] border-line py-1.5 text-[0.9375rem] first:border-t-0">
      <dt className="w-24 shrink-0">
        <Kbd>{keys}</Kbd>
      </dt>
      <dd className="min-w-0">{action}</dd>
    </div>
  );
}
