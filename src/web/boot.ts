// A prerendered page is painted first: until then its style sheet and fonts have the connection to themselves.
requestAnimationFrame(() => {
  setTimeout(() => {
    import('./main.tsx').catch(sayThatItIsStill);
  });
});

/** Without its code the page can be read, but no button of it works. */
function sayThatItIsStill(): void {
  const note = document.createElement('p');
  note.role = 'alert';
  note.className = 'bg-clay-tint p-4 text-center font-medium text-clay-deep';
  note.textContent =
    'This page has not loaded fully, so its buttons do not work. Check the connection, then load it again.';
  document.body.prepend(note);
}
