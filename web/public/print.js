// The sheet with a guest code has no app around it.
document.querySelector('button')?.addEventListener('click', () => print());
