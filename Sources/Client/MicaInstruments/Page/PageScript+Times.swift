extension PageScript {
    /// The sections about times: frame times, hitches, memory, and the time line with its moments.
    static let times = #"""
        // Frame times: drawing upwards, commits downwards, each with a refresh for itself.
        const bars = $("bars"), frameCount = data.times.bars.length;
        bars.setAttribute("viewBox", "0 0 600 150");
        bars.setAttribute("preserveAspectRatio", "none");
        if (frameCount) {
          const most = part => Math.max(data.times.budget * 1.25, ...data.times.bars.map(bar => bar[part]));
          const hasCommits = data.times.bars.some(bar => bar[1] > 0), axis = hasCommits ? 92 : 132;
          const up = (axis - 14) / most(2), down = hasCommits ? (146 - axis) / most(1) : 0, width = 590 / Math.max(frameCount, 24);
          data.times.bars.forEach(([time, commit, render], i) => {
            const x = 5 + i * width, w = Math.max(width * 0.85, 0.5), group = svg("g", {}, bars);
            if (data.times.isTimed) group.addEventListener("click", () => showMoment(nearest(time)));
            svg("rect", { x, width: w, y: axis - render * up, height: render * up,
              class: render > data.times.budget ? "lateBar" : "renderBar" }, group);
            if (commit) svg("rect", { x, width: w, y: axis, height: commit * down,
              class: commit > data.times.budget ? "lateBar" : "commitBar" }, group);
            svg("title", {}, group).textContent = `frame ${i}${data.times.isTimed ? ` at ${time.toFixed(3)} s` : ""}: ` +
              `drawing ${render.toFixed(2)} ms${commit ? `, commits ${commit.toFixed(2)} ms` : ""}`;
          });
          svg("line", { x1: 0, x2: 600, y1: axis, y2: axis, class: "axis" }, bars);
          for (const y of hasCommits ? [axis - data.times.budget * up, axis + data.times.budget * down] : [axis - data.times.budget * up])
            svg("line", { x1: 0, x2: 600, y1: y, y2: y, class: "budgetLine" }, bars);
          $("late").textContent = `${frameCount} frames, drawing upwards${hasCommits ? ", commits downwards" : ""}; dashed: a refresh, ` +
            `${data.times.budget.toFixed(1)} ms. Hitches: ${data.times.late[2].toFixed(1)} ms per second ` +
            `(commit ${data.times.late[0].toFixed(1)}, render ${data.times.late[1].toFixed(1)}).`;
        } else $("late").textContent = "No frames were timed.";
        for (const hitch of data.times.hitches.slice(0, 100)) {
          const line = make("li", undefined, $("hitches"));
          make("span", `${hitch.kind} hitch`, line).className = "rule";
          if (data.times.isTimed) line.addEventListener("click", () => showMoment(nearest(hitch.time)));
          line.append(`${data.times.isTimed ? ` at ${hitch.time.toFixed(3)} s` : ""}: it took ${hitch.duration.toFixed(1)} ms, the frame came ` +
            `${hitch.delay.toFixed(1)} ms late`);
        }
        for (const part of data.memory) {
          const row = make("div", undefined, $("memory"));
          row.className = "row";
          make("span", part.kind, row);
          make("i", undefined, row).style.width = 100 * part.bytes / Math.max(1, data.memory[0].bytes) + "%";
          make("span", part.bytes < 1e6 ? `${(part.bytes / 1e3).toFixed(1)} kB` : `${(part.bytes / 1e6).toFixed(2)} MB`, row);
        }

        // The time line.
        const timeline = $("timeline"), end = data.duration || 1, place = time => 580 * Math.min(1, Math.max(0, time) / end) + 10;
        timeline.setAttribute("viewBox", "0 0 600 132");
        timeline.setAttribute("preserveAspectRatio", "none");
        const most = Math.max(1, ...data.moments.map(moment => moment.damage));
        data.moments.forEach(moment => {
          const bar = svg("rect", { x: place(moment.time) - 3, width: 6, y: 80 - 60 * moment.damage / most,
            height: Math.max(2, 60 * moment.damage / most), class: moment.build > 1000 / 60 ? "moment slow" : "moment" }, timeline);
          svg("title", {}, bar).textContent = `${seconds(moment.time)}: ${counted(moment.opCount, "op", "ops")}, ` +
            `${counted(moment.passes, "pass", "passes")} beside the surface, ${moment.damage} pixels changed, ` +
            `built in ${moment.build.toFixed(2)} ms`;
        });
        for (const commit of data.commits) {
          const mark = svg("path", { d: `M${place(commit.time)} 84l-4 9h8z`, fill: "currentColor" }, timeline);
          svg("title", {}, mark).textContent = `${seconds(commit.time)}: a commit: ${counted(commit.created, "layer", "layers")} made, ` +
            `${commit.changed} changed, ${commit.destroyed} removed`;
        }
        for (const input of data.inputs) {
          const mark = svg("circle", { cx: place(input.time), cy: 103, r: 5, class: "event" }, timeline);
          svg("title", {}, mark).textContent = `${seconds(input.time)}: ${input.line}`;
          const text = `${input.time.toFixed(3).padStart(8)} s  ${input.line}`;
          const button = make("button", text, make("li", undefined, $("events")));
          button.type = "button";
          button.addEventListener("click", () => showMoment(nearest(input.time)));
        }
        $("eventSection").hidden = !data.inputs.length;
        const now = svg("line", { y1: 10, y2: 112, class: "now" }, timeline);
        svg("text", { x: 10, y: 126 }, timeline).textContent = "0 s";
        svg("text", { x: 590, y: 126, "text-anchor": "end" }, timeline).textContent = `${end.toFixed(2)} s`;
        timeline.setAttribute("aria-valuemin", 0);
        timeline.setAttribute("aria-valuemax", end);
        function nearest(time) {
          let best = 0;
          states.forEach(({ moment }, i) => {
            if (Math.abs(moment.time - time) < Math.abs(states[best].moment.time - time)) best = i;
          });
          return best;
        }
        function markNow() {
          const x = place(state.moment.time);
          now.setAttribute("x1", x);
          now.setAttribute("x2", x);
          timeline.setAttribute("aria-valuenow", state.moment.time);
          timeline.setAttribute("aria-valuetext", seconds(state.moment.time));
        }
        let drags = false;
        const follow = event => {
          const box = timeline.getBoundingClientRect();
          const index = nearest(((event.clientX - box.left) / box.width * 600 - 10) / 580 * end);
          if (index !== state.index) showMoment(index);
        };
        timeline.addEventListener("pointerdown", event => { drags = true; follow(event); });
        addEventListener("pointermove", event => { if (drags) follow(event); });
        addEventListener("pointerup", () => { drags = false; });
        timeline.addEventListener("keydown", event => {
          const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
          if (event.key in steps) showMoment(state.index + steps[event.key]);
          else if (event.key === "Home") showMoment(0);
          else if (event.key === "End") showMoment(states.length - 1);
          else return;
          event.preventDefault();
        });

        """#
}
