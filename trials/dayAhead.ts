// Loaded into a server before its own code, by a trial: whatever asks for the time there is told tomorrow's.
const RealDate = Date;
const tomorrow = () => RealDate.now() + 24 * 60 * 60 * 1000;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [tomorrow()] : given, newTarget) as Date,
  get: (target, key, receiver) => (key === 'now' ? tomorrow : Reflect.get(target, key, receiver)),
});
