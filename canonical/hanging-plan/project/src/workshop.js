// The list for the workshop, as CSV.

const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function hangingList(pictures) {
  const sorted = [...pictures].sort((one, other) => one.left - other.left || one.floor - other.floor);
  const lines = sorted.map(({ title, width, height, left, floor }) => [quoted(title), width, height, left, floor].join(","));
  return `${["title,width,height,left,floor", ...lines].join("\n")}\n`;
}

export function deliver(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
