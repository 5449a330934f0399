// Starts the page.
import { App } from "./app";

declare global {
  interface Window {
    corten: App; // for tests, and for the curious
  }
}

window.corten = new App(document.getElementById("app")!);
