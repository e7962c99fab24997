// Lets one search the API's page (src/server/apiDocs/page.ts), which is whole without it.
const form = document.querySelector('.api-search');
const field = document.querySelector('#api-find');
const found = document.querySelector('#api-found');
const operations = [...document.querySelectorAll('[data-operation]')];
const entries = [...document.querySelectorAll('[data-entry]')];
const basics = document.querySelector('[data-basics]');
const groups = [...document.querySelectorAll('[data-group]')];

function find() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = new Set();
  for (const operation of operations) {
    const fits = words.every((word) => operation.dataset.find.includes(word));
    operation.hidden = !fits;
    if (fits) fitting.add(operation.dataset.operation);
  }
  for (const entry of entries) entry.hidden = !fitting.has(entry.dataset.entry);
  for (const group of groups)
    group.hidden = !group.querySelector('[data-operation]:not([hidden]), [data-entry]:not([hidden])');
  basics.hidden = words.length > 0;
  found.textContent = fitting.size === 1 ? '1 operation' : `${fitting.size} operations`;
  const query = words.length > 0 ? `?q=${encodeURIComponent(words.join(' '))}` : '';
  history.replaceState(history.state, '', location.pathname + query + location.hash);
}

/** A link leads to what it names, whatever was searched for. */
function showNamed() {
  const named = document.getElementById(location.hash.slice(1));
  if (!named) return;
  if (named.closest('[hidden]')) {
    field.value = '';
    find();
  }
  named.scrollIntoView();
}

form.addEventListener('submit', (event) => event.preventDefault());
field.addEventListener('input', find);
addEventListener('hashchange', showNamed);
field.value = new URLSearchParams(location.search).get('q') ?? '';
form.hidden = false;
if (field.value) find();
showNamed();
