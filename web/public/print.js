// The sheet with a guest code is a page outside the app.
document.querySelector('button')?.addEventListener('click', () => print());
