/* Remembers the answered proposal that the viewer has closed, so that the site leaves it out of this table's page. */
const DAYS_30 = 30 * 24 * 60 * 60;

document.addEventListener("change", ({ target }) => {
  if (!target.dataset.closes) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `closed=${target.dataset.closes}; path=${location.pathname}; max-age=${DAYS_30}; samesite=lax${secure}`;
});
