import { useSyncExternalStore } from 'react';

/** A setting that is on or off, stored in this browser and shared by all components. */
interface RememberedSwitch {
  isOn: () => boolean;
  set: (on: boolean) => void;
  subscribe: (onChange: () => void) => () => void;
}

export function rememberedSwitch(storageKey: string, otherwise: boolean): RememberedSwitch {
  let on = remembered(storageKey) ?? otherwise;
  const listeners = new Set<() => void>();

  function update(next: boolean) {
    on = next;
    for (const listener of listeners) listener();
  }

  function followOtherTabs({ key }: StorageEvent) {
    if (key === storageKey) update(remembered(storageKey) ?? otherwise);
  }

  return {
    isOn: () => on,
    set: (next) => {
      update(next);
      try {
        localStorage.setItem(storageKey, next ? 'on' : 'off');
      } catch {
        // Storage may be forbidden or full: then the choice lasts until the page is left.
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

function remembered(storageKey: string): boolean | null {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === null ? null : stored === 'on';
  } catch {
    return null;
  }
}
