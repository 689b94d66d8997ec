import Foundation

/// The page's markup, style and script, with data inserted.
enum PageTemplate {
    /// The page for some data.
    static func page(_ data: PageData) -> String {
        let coder = JSONEncoder()
        coder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        coder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        // Numbers and texts can always be encoded. The encoded text cannot end the element that contains it.
        let json = ((try? coder.encode(data)).map { String(decoding: $0, as: UTF8.self) } ?? "{}")
            .replacing("<", with: "\\u003c")
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width">
            <title>\(escaped(data.title))</title>
            <style>\(style)</style>
            \(body)
            <script type="application/json" id="data">\(json)</script>
            <script>\(script)</script>
            </html>

            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }

    private static let style = """
        :root { color-scheme: light dark; --line: #ccc; --back: #fff; --panel: #f6f6f6; --text: #111; --mark: #0a5bd3;
          --warm: #b34700; --commit: #8a5bd0; --render: #2f7fd6; --late: #d8342b; }
        @media (prefers-color-scheme: dark) { :root { --line: #444; --back: #161616; --panel: #202020; --text: #eee;
          --mark: #6cb0ff; --warm: #ffab66; } }
        * { box-sizing: border-box; }
        body { margin: 0; font: 14px/1.4 system-ui, sans-serif; background: var(--back); color: var(--text); }
        header { padding: 10px 16px; border-bottom: 1px solid var(--line); }
        h1 { font-size: 17px; margin: 0; } h2 { font-size: 14px; margin: 0 0 8px; }
        main { display: grid; grid-template-columns: minmax(240px, 340px) minmax(300px, 1fr) minmax(260px, 380px); gap: 12px;
          padding: 12px; align-items: start; }
        section { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 10px; min-width: 0; }
        main > div { display: grid; gap: 12px; min-width: 0; }
        #tree { max-height: 70vh; overflow: auto; }
        #layer { max-height: 60vh; overflow: auto; }
        #tree div[role=treeitem] { padding: 1px 4px; white-space: nowrap; cursor: default; border-radius: 3px; }
        #tree [aria-selected=true] { background: var(--mark); color: var(--back); }
        #tree .absent { opacity: .5; }
        :focus-visible { outline: 2px solid var(--mark); outline-offset: 1px; }
        #stage { position: relative; margin: auto; background-image: repeating-conic-gradient(#8884 0 25%, transparent 0 50%);
          background-size: 16px 16px; }
        #stage canvas { display: block; width: 100%; height: 100%; }
        #stage svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
        #space { height: 320px; perspective: 1200px; overflow: hidden; touch-action: none; cursor: grab; }
        #space > div { position: absolute; transform-style: preserve-3d; left: 50%; top: 50%; }
        #space > div > div { position: absolute; border: 1px solid #888a; background-size: 100% 100%; }
        #space > div > div.selected { border: 2px solid var(--mark); }
        #space { position: relative; }
        table { border-collapse: collapse; width: 100%; font-size: 12px; }
        td, th { text-align: left; padding: 1px 6px 1px 0; vertical-align: top; overflow-wrap: anywhere; }
        tr.changed td { color: var(--warm); font-weight: 600; }
        #ops { max-height: 220px; overflow: auto; font: 11px/1.4 ui-monospace, monospace; }
        #ops div { white-space: nowrap; padding: 0 3px; cursor: default; }
        #ops div.current { background: var(--mark); color: var(--back); }
        #ops div.later { opacity: .45; }
        input[type=range] { width: 100%; }
        .passes { display: flex; flex-wrap: wrap; gap: 8px; } .passes figure { margin: 0; font-size: 11px; }
        .passes img { max-width: 130px; max-height: 130px; display: block; border: 1px solid var(--line);
          background-image: repeating-conic-gradient(#8884 0 25%, transparent 0 50%); background-size: 12px 12px; }
        svg text { fill: var(--text); font-size: 10px; }
        ul { margin: 0; padding-left: 18px; } li { margin-bottom: 4px; }
        .rule { color: var(--warm); font-weight: 600; }
        #late { margin: 4px 0 0; font-size: 12px; } #hitches { margin: 4px 0 0; padding-left: 28px; font-size: 12px;
          max-height: 120px; overflow: auto; }
        .commitBar { fill: var(--commit); } .renderBar { fill: var(--render); } .lateBar { fill: var(--late); }
        .budgetLine { stroke: var(--text); stroke-dasharray: 4 3; opacity: .6; } .axis { stroke: var(--line); }
        #memory div.row { display: grid; grid-template-columns: 8.5em 1fr 5.5em; gap: 8px; font-size: 12px; align-items: center; }
        #memory .row span:last-child { text-align: right; font-variant-numeric: tabular-nums; }
        #memory .row i { height: 9px; background: var(--mark); border-radius: 2px; min-width: 1px; }
        @media (max-width: 900px) { main { grid-template-columns: 1fr; } }
        """

    private static let body = """
        <header><h1 id="title"></h1><div id="summary"></div></header>
        <main>
        <div>
        <section><h2 id="treeTitle">Layers</h2><div id="tree" role="tree" aria-labelledby="treeTitle"></div></section>
        </div>
        <div>
        <section><h2>Frame</h2><div id="stage"><canvas></canvas><svg aria-hidden="true"></svg></div>
        <label for="step">Drawn up to op <output id="stepText"></output></label>
        <input id="step" type="range" min="0"><div id="ops" tabindex="0" aria-label="Ops"></div></section>
        <section><h2 id="spaceTitle">Layers in space</h2>
        <div id="space" tabindex="0" role="img" aria-labelledby="spaceTitle"
          aria-description="Arrow keys turn it, plus and minus pull the layers apart, 0 makes it flat"></div></section>
        <section><h2>Frame times</h2><svg id="bars" width="100%" height="150" role="img" aria-label="Frame times"></svg>
        <p id="late"></p><ol id="hitches"></ol></section>
        <section><h2>Changes</h2><svg id="timeline" width="100%" height="120" role="img" aria-label="Commits and frames"></svg></section>
        <section><h2>Passes</h2><div class="passes" id="passes"></div></section>
        </div>
        <div>
        <section><h2>Advice</h2><ul id="advice"></ul></section>
        <section><h2 id="layerTitle">Layer</h2><div id="layer" aria-live="polite" tabindex="0"></div></section>
        <section><h2>Memory of the frame</h2><div id="memory"></div></section>
        <section><h2>Work, at most</h2><table id="usage"></table></section>
        </div>
        </main>
        """

    private static let script = #"""
        "use strict";
        const data = JSON.parse(document.getElementById("data").textContent);
        const $ = id => document.getElementById(id);
        const make = (name, text, parent) => {
          const element = document.createElement(name);
          if (text !== undefined) element.textContent = text;
          if (parent) parent.append(element);
          return element;
        };
        const svg = (name, values, parent) => {
          const element = document.createElementNS("http://www.w3.org/2000/svg", name);
          for (const key in values) element.setAttribute(key, values[key]);
          if (parent) parent.append(element);
          return element;
        };
        const byNumber = new Map(data.layers.map(layer => [layer.number, layer]));
        let selected = null, opIndex = data.ops.length - 1;
        $("title").textContent = data.title;
        $("summary").textContent = `${data.layers.length} layers, ${data.width} x ${data.height} pixels, frame at ` +
          `${+data.time.toFixed(3)} s of ${+data.duration.toFixed(3)} s: ${data.ops.length} ops in ${data.passes.length} passes`;

        // Layers.
        const tree = $("tree");
        data.layers.forEach((layer, index) => {
          const row = make("div", `${layer.isMask ? "mask: " : ""}${layer.name || layer.className} ${layer.id}`, tree);
          row.setAttribute("role", "treeitem");
          row.setAttribute("aria-level", layer.depth + 1);
          row.setAttribute("aria-selected", "false");
          row.tabIndex = index ? -1 : 0;
          row.style.paddingLeft = 4 + 14 * Math.min(layer.depth, 12) + "px";
          row.dataset.layer = layer.number;
          if (!layer.isPresent) row.className = "absent";
          row.addEventListener("click", () => select(layer.number));
        });
        tree.addEventListener("keydown", event => {
          const rows = [...tree.children];
          let index = rows.indexOf(document.activeElement);
          if (event.key === "ArrowDown") index++;
          else if (event.key === "ArrowUp") index--;
          else if (event.key === "Home") index = 0;
          else if (event.key === "End") index = rows.length - 1;
          else if (event.key === "ArrowLeft") {
            const owner = byNumber.get(+rows[index].dataset.layer).owner;
            if (owner !== undefined) index = data.layers.findIndex(layer => layer.number === owner);
          } else if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          index = Math.max(0, Math.min(rows.length - 1, index));
          select(data.layers[index].number);
          rows[index].focus();
        });
        function select(number) {
          selected = number;
          const layer = byNumber.get(number);
          for (const row of tree.children) {
            const isOn = +row.dataset.layer === number;
            row.setAttribute("aria-selected", isOn);
            row.tabIndex = isOn ? 0 : -1;
            if (isOn) row.scrollIntoView({ block: "nearest" });
          }
          for (const plane of planes) plane.classList.toggle("selected", +plane.dataset.layer === number);
          showLayer(layer);
          showFrame(layer);
        }
        function showLayer(layer) {
          $("layerTitle").textContent = `${layer.name || layer.className} ${layer.id}`;
          const box = $("layer");
          box.replaceChildren();
          make("div", layer.className + (layer.location ? `, ${layer.location}` : "") +
            (layer.isPresent ? "" : ", not shown at this time"), box);
          for (const line of layer.animations) make("div", line, box);
          for (const curve of data.curves.filter(curve => curve.layer === layer.number)) drawCurve(curve, box);
          for (const finding of data.findings.filter(f => (f.layer + " ").includes(layer.id + " ") ||
            (layer.name && f.layer.startsWith(`"${layer.name}"`)))) {
            const line = make("div", undefined, box);
            make("span", finding.rule + ": ", line).className = "rule";
            line.append(finding.message);
          }
          // What is other than in a new layer comes first.
          const table = make("table", undefined, box), changed = new Map(layer.values);
          const keys = [...data.defaults.filter(([key]) => changed.has(key)), ...data.defaults.filter(([key]) => !changed.has(key))];
          for (const [key, value] of keys) {
            const row = make("tr", undefined, table);
            if (changed.has(key)) row.className = "changed";
            make("td", key, row);
            make("td", changed.has(key) ? changed.get(key) : value, row);
          }
        }
        function drawCurve(curve, box) {
          make("div", curve.property, box);
          const all = curve.values.flat(), low = Math.min(...all), high = Math.max(...all), span = high - low || 1;
          const chart = svg("svg", { viewBox: "0 0 300 70", width: "100%", role: "img", "aria-label": curve.property }, box);
          const colors = ["#d33", "#2a2", "#36f", "#a80"], steps = curve.values.length - 1;
          for (let part = 0; part < 4; part++) {
            const points = curve.values.map((value, i) => value.length > part
              ? `${300 * i / steps},${65 - 60 * (value[part] - low) / span}` : null).filter(point => point);
            if (points.length) svg("polyline", { points: points.join(" "), fill: "none", stroke: colors[part] }, chart);
          }
          const x = 300 * (data.time - curve.from) / (curve.to - curve.from || 1);
          svg("line", { x1: x, x2: x, y1: 0, y2: 70, stroke: "currentColor", "stroke-dasharray": "2 2" }, chart);
          const text = svg("text", { x: 2, y: 10 }, chart);
          text.textContent = `${low} to ${high}`;
        }

        // The frame, up to an op.
        const canvas = document.querySelector("#stage canvas"), context = canvas.getContext("2d");
        const frameScale = data.scale;
        canvas.width = Math.max(1, Math.round(data.width * frameScale));
        canvas.height = Math.max(1, Math.round(data.height * frameScale));
        $("stage").style.aspectRatio = `${data.width} / ${data.height}`;
        $("stage").style.width = `min(100%, ${Math.max(160, Math.min(560, data.width))}px, ${480 * data.width / data.height}px)`;
        const stageOverlay = document.querySelector("#stage svg");
        stageOverlay.setAttribute("viewBox", `0 0 ${data.width} ${data.height}`);
        stageOverlay.setAttribute("preserveAspectRatio", "none");
        const images = data.steps.map(step => {
          if (!step.source) return null;
          const image = new Image();
          image.src = step.source;
          return image;
        });
        const whole = new Image();
        whole.src = data.picture;
        function draw() {
          context.clearRect(0, 0, canvas.width, canvas.height);
          if (opIndex >= data.ops.length - 1) return void context.drawImage(whole, 0, 0, canvas.width, canvas.height);
          data.steps.forEach((step, i) => {
            if (step.op > opIndex || !images[i]) return;
            context.clearRect(step.x, step.y, images[i].naturalWidth, images[i].naturalHeight);
            context.drawImage(images[i], step.x, step.y);
          });
        }
        function showFrame(layer) {
          stageOverlay.replaceChildren();
          if (layer && layer.quad.length === 8) {
            svg("polygon", { points: layer.quad.join(" "), fill: "none", stroke: "#36f", "stroke-width": 2,
              "vector-effect": "non-scaling-stroke", id: "frame" }, stageOverlay);
          }
        }
        const ops = $("ops"), step = $("step");
        const order = [];
        let pass = -1;
        data.ops.forEach((op, index) => {
          if (op.pass !== pass) { pass = op.pass; make("div", `pass ${pass}`, ops); }
          const layer = byNumber.get(op.layer);
          const row = make("div", `${index} ${layer ? (layer.name || layer.id) + ": " : ""}${op.text}`, ops);
          row.addEventListener("click", () => setOp(index, op.layer));
          order.push(row);
        });
        step.max = Math.max(0, data.ops.length - 1);
        function setOp(index, layer) {
          opIndex = index;
          step.value = index;
          $("stepText").textContent = data.ops.length ? `${index} of ${data.ops.length - 1}` : "none";
          order.forEach((row, i) => {
            row.classList.toggle("current", i === index);
            row.classList.toggle("later", i > index);
          });
          if (order[index]) order[index].scrollIntoView({ block: "nearest" });
          if (layer !== undefined && byNumber.has(layer)) select(layer);
          draw();
        }
        step.addEventListener("input", () => setOp(+step.value));

        // Layers in space.
        const space = $("space"), world = make("div", undefined, space), planes = [];
        let turnX = -15, turnY = 30, gap = 24;
        const fit = Math.min(0.8 * (space.clientWidth || 400) / data.width, 220 / data.height);
        data.layers.forEach((layer, index) => {
          if (layer.quad.length !== 8) return;
          const plane = make("div", undefined, world);
          plane.dataset.layer = layer.number;
          plane.title = layer.name || layer.className;
          const xs = layer.quad.filter((_, i) => i % 2 === 0), ys = layer.quad.filter((_, i) => i % 2 === 1);
          let [x, y, w, h] = [Math.min(...xs), Math.min(...ys), 0, 0];
          [w, h] = [Math.max(...xs) - x, Math.max(...ys) - y];
          if (layer.picture && layer.picture.source) {
            [x, y, w, h] = layer.picture.bounds;
            plane.style.backgroundImage = `url("${layer.picture.source}")`;
          }
          Object.assign(plane.style, { left: (x - data.width / 2) * fit + "px", top: (y - data.height / 2) * fit + "px",
            width: w * fit + "px", height: h * fit + "px" });
          plane.dataset.depth = layer.depth + index / Math.max(1, data.layers.length);
          plane.addEventListener("click", () => select(layer.number));
          planes.push(plane);
        });
        function turn() {
          world.style.transform = `rotateX(${turnX}deg) rotateY(${turnY}deg)`;
          for (const plane of planes) plane.style.transform = `translateZ(${(plane.dataset.depth - 1.5) * gap}px)`;
        }
        space.addEventListener("keydown", event => {
          if (event.key === "ArrowLeft") turnY -= 5;
          else if (event.key === "ArrowRight") turnY += 5;
          else if (event.key === "ArrowUp") turnX += 5;
          else if (event.key === "ArrowDown") turnX -= 5;
          else if (event.key === "+" || event.key === "=") gap += 6;
          else if (event.key === "-") gap = Math.max(0, gap - 6);
          else if (event.key === "0") turnX = turnY = 0;
          else return;
          event.preventDefault();
          turn();
        });
        let grip = null;
        space.addEventListener("pointerdown", event => { grip = [event.clientX, event.clientY, turnX, turnY]; });
        addEventListener("pointermove", event => {
          if (!grip) return;
          turnY = grip[3] + (event.clientX - grip[0]) / 2;
          turnX = grip[2] - (event.clientY - grip[1]) / 2;
          turn();
        });
        addEventListener("pointerup", () => { grip = null; });
        turn();

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
            `${data.times.budget.toFixed(1)} ms. Hitches: ${data.times.late[2].toFixed(1)} ms per second (commit ${data.times.late[0].toFixed(1)}, ` +
            `render ${data.times.late[1].toFixed(1)}).`;
        } else $("late").textContent = "No frames were timed.";
        for (const hitch of data.times.hitches.slice(0, 100)) {
          const line = make("li", undefined, $("hitches"));
          make("span", `${hitch.kind} hitch`, line).className = "rule";
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

        // Changes.
        const timeline = $("timeline"), end = data.duration || 1;
        timeline.setAttribute("viewBox", "0 0 600 120");
        const most = Math.max(1, ...data.frames.map(frame => frame.damage));
        data.frames.forEach((frame, i) => {
          const bar = svg("rect", { x: 580 * frame.time / end + 10, width: 6, y: 80 - 60 * frame.damage / most,
            height: Math.max(1, 60 * frame.damage / most), fill: frame.build > 1000 / 60 ? "#d33" : "#36f9" }, timeline);
          svg("title", {}, bar).textContent = `${frame.time.toFixed(3)} s: ${frame.ops} ops, ${frame.passes} passes, ` +
            `${frame.damage} pixels changed, built in ${frame.build.toFixed(2)} ms`;
        });
        for (const commit of data.commits) {
          const mark = svg("path", { d: `M${580 * Math.min(1, commit.time / end) + 10} 86l-4 9h8z`, fill: "currentColor" }, timeline);
          svg("title", {}, mark).textContent = `${commit.time.toFixed(3)} s: a commit: ${commit.created} layers made, ` +
            `${commit.changed} changed, ${commit.destroyed} gone`;
        }
        const now = 580 * Math.min(1, data.time / end) + 10;
        svg("line", { x1: now, x2: now, y1: 10, y2: 100, stroke: "currentColor", "stroke-dasharray": "3 2" }, timeline);
        svg("text", { x: 10, y: 115 }, timeline).textContent = "0 s";
        svg("text", { x: 590, y: 115, "text-anchor": "end" }, timeline).textContent = `${end.toFixed(2)} s`;
        svg("text", { x: 10, y: 12 }, timeline).textContent = `bars: pixels that change, at most ${most}; triangles: commits`;

        // Passes, advice, use.
        data.passes.forEach((pass, index) => {
          const figure = make("figure", undefined, $("passes"));
          if (pass.source) {
            const image = make("img", undefined, figure);
            image.src = pass.source;
            image.alt = `pass ${index}`;
          }
          const last = index === data.passes.length - 1;
          make("figcaption", `${last ? "surface" : "pass " + index}: ${pass.bounds[2]} x ${pass.bounds[3]}`, figure);
        });
        for (const finding of data.findings) {
          const line = make("li", undefined, $("advice"));
          make("span", finding.rule, line).className = "rule";
          line.append(` ${finding.layer}${finding.location ? `, ${finding.location}` : ""}: ${finding.message}`);
        }
        if (!data.findings.length) make("li", "Nothing was found.", $("advice"));
        for (const [name, value] of [["layers, at most", data.usage.layers], ["ops of a frame, at most", data.usage.ops],
          ["passes beside the surface", data.usage.passes], ["bytes of images", data.usage.imageBytes],
          ["misaligned images", data.usage.misaligned]]) {
          const row = make("tr", undefined, $("usage"));
          make("td", name, row);
          make("td", value.toLocaleString("en"), row);
        }
        Promise.all([whole, ...images.filter(image => image)].map(image => image.decode().catch(() => {}))).then(() => {
          setOp(data.ops.length - 1);
          document.documentElement.dataset.ready = "true";
        });
        if (data.layers.length) select(data.layers[0].number);
        setOp(data.ops.length - 1);
        """#
}
