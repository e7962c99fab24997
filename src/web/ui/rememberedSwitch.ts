import { useSyncExternalStore } from 'react';

/** A setting that is on or off, stored in this browser and shared by all components. */
interface RememberedSwitch {
  isOn: () => boolean;
  set: (on: boolean) => void;
  subscribe: (onChange: () => void) => () => void;
}

/** @param defaultValue applies until somebody has set the switch in this browser. */
export function rememberedSwitch(storageKey: string, defaultValue: boolean): RememberedSwitch {
  let isOn = readStored(storageKey) ?? defaultValue;
  const listeners = new Set<() => void>();

  function update(next: boolean) {
    isOn = next;
    for (const listener of listeners) listener();
  }

  function followOtherTabs({ key }: StorageEvent) {
    if (key === storageKey) update(readStored(storageKey) ?? defaultValue);
  }

  return {
    isOn: () => isOn,
    set: (next) => {
      update(next);
      try {
        localStorage.setItem(storageKey, next ? 'on' : 'off');
      } catch {
        // Storage may be forbidden or full. Then the setting lasts until the page is left.
      }
    },
    subscribe: (onChange) => {
      if (listeners.size === 0) window.addEventListener('storage', followOtherTabs);
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs);
      };
    },
  };
}

export function useSwitch({
  isOn,
  set,
  subscribe,
}: RememberedSwitch): [on: boolean, set: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, isOn, isOn), set];
}

function readStored(storageKey: string): boolean | null {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === null ? null : stored === 'on';
  } catch {
    return null;
  }
}
