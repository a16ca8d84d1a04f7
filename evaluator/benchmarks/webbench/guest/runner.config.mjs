// Configuration of Playwright Test around the project's own: another browser, a report in JSON, no server of its own.
import { pathToFileURL } from 'node:url'

const loaded = await import(pathToFileURL(`${process.cwd()}/playwright.config.js`).href)
const { webServer, ...own } = loaded.default?.default ?? loaded.default ?? loaded
const launchOptions = {
  executablePath: process.env.PROJECTEVAL_BROWSER,
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
}
const projects = (own.projects ?? [{}]).map((each) => ({
  ...each,
  use: { ...each.use, channel: undefined, launchOptions: { ...each.use?.launchOptions, ...launchOptions } },
}))

export default {
  ...own,
  ...(process.env.PROJECTEVAL_OWN_SERVER ? { webServer } : {}),
  projects,
  reporter: 'json',
}
