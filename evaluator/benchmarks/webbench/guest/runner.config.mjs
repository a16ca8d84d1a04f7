// Configuration of Playwright Test around the project's own: browser, report, no server, limits of time for a busy machine.
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
const load = Math.min(4, Number(process.env.PROJECTEVAL_LOAD ?? 1))
const server = webServer && { ...webServer, timeout: load * (webServer.timeout ?? 60_000) }

export default {
  ...own,
  ...(process.env.PROJECTEVAL_OWN_SERVER ? { webServer: server } : {}),
  timeout: load * (own.timeout ?? 30_000),
  expect: { ...own.expect, timeout: load * (own.expect?.timeout ?? 5_000) },
  projects,
  reporter: 'json',
}
