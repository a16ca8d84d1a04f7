/** The full number that a text holds; null for any other text. */
export const fullNumber = (text) => (/^[-+]?\d+$/.test(text.trim()) ? Number(text) : null);
