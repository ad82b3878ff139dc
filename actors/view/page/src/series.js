// The data of one chart: rows of values that share their times, in the form that uPlot draws.

const mostColumns = 14;
const mostRows = 20_000;

export class Series {
  constructor() { this.clear(); }

  clear() {
    this.labels = [];
    this.data = [[]]; // times in s, then one list for each label; null where a row has no value
    this.omitted = 0; // values beyond the greatest count of columns
  }

  // push appends a row of [{label, value}] at a time in s. A time before the newest row begins anew:
  // the recording went back. It returns true if there are new labels.
  push(time, values) {
    if (time < this.data[0].at(-1)) this.clear();
    let grown = false;
    const [times, ...columns] = this.data;
    times.push(time);
    for (const column of columns) column.push(null);
    this.omitted = 0;
    for (const { label, value } of values) {
      let i = this.labels.indexOf(label);
      if (i < 0) {
        if (this.labels.length >= mostColumns) {
          this.omitted++;
          continue;
        }
        i = this.labels.push(label) - 1;
        this.data.push(new Array(times.length).fill(null));
        grown = true;
      }
      this.data[i + 1][times.length - 1] = Number.isFinite(value) ? value : null;
    }
    return grown;
  }

  // forget drops rows before a time, and the oldest beyond the greatest count.
  forget(before) {
    const times = this.data[0];
    let n = Math.max(0, times.length - mostRows);
    while (n < times.length && times[n] < before) n++;
    if (n > times.length / 4 || times.length > mostRows) for (const column of this.data) column.splice(0, n);
  }
}
