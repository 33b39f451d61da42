// A review in a file of its own.

import { ReviewView } from "./review.js";

const data = (id) => JSON.parse(document.getElementById(id).textContent);
new ReviewView(document.getElementById("review"), data("answer"), data("shapes")).listen();
