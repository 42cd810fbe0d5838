// Prints the sheet with a guest code, which is a page outside the app.
document.querySelector('button')?.addEventListener('click', () => print());
