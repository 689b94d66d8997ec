/// The page's script.
enum PageScript {
    /// The script, which reads the page's data.
    static let text = state + times + end

    /// The state, and the sections that depend on the moment.
    private static let state = #"""
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
        const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;
        const seconds = time => `${+time.toFixed(3)} s`;
        const called = layer => `${layer.className}${layer.name ? ` "${layer.name}"` : ""} ${layer.id}`;

        // The moments: layers and ops are those that differ from the moment before.
        const states = [];
        {
          let layers = new Map(), order = [], ops = [];
          data.moments.forEach((moment, index) => {
            for (const layer of moment.layers || []) layers.set(layer.id, layer);
            order = moment.order || order;
            ops = moment.ops || ops;
            states.push({ moment, index, isKnown: moment.isKnown, ops, layers: order.map(id => layers.get(id)) });
          });
          // The page's own moment has pictures of layers and steps, too.
          Object.assign(states[data.moment], { layers: data.layers, ops: data.ops, isKnown: true });
        }
        const opened = states[data.moment];
        const momentPictures = data.pictures.map(source => {
          const image = new Image();
          image.src = source;
          return image;
        });
        let state = opened, byNumber = new Map(), byId = new Map();
        let selected = null, opIndex = data.ops.length - 1;
        $("title").textContent = data.title;
        function showMoment(index) {
          state = states[Math.max(0, Math.min(states.length - 1, index))];
          const { moment } = state, isOpened = state === opened;
          byNumber = new Map(state.layers.map(layer => [layer.number, layer]));
          byId = new Map(state.layers.map(layer => [layer.id, layer]));
          $("summary").textContent = `${counted(state.layers.length, "layer", "layers")}, ${moment.width} x ${moment.height} pixels, ` +
            `frame at ${seconds(moment.time)} of ${seconds(data.duration)}: ${counted(moment.opCount, "op", "ops")} in ` +
            `${counted(moment.passes + 1, "pass", "passes")}` +
            (state.isKnown ? "" : "; layers and ops are those of an earlier moment, as the page has no room for more");
          $("frameTitle").textContent = `Frame at ${seconds(moment.time)}`;
          $("stepping").hidden = !isOpened;
          $("home").hidden = isOpened;
          $("home").textContent = `back to ${seconds(data.time)}, which can be drawn op by op`;
          sizeStage(moment);
          showTree();
          showOps();
          showSpace();
          markNow();
          if (!byId.has(selected)) selected = state.layers.length ? state.layers[0].id : null;
          setOp(state.ops.length - 1);
          if (selected !== null) select(selected);
        }
        $("home").addEventListener("click", () => showMoment(data.moment));

        // Layers.
        const tree = $("tree"), search = $("search");
        function showTree() {
          tree.replaceChildren();
          state.layers.forEach((layer, index) => {
            const row = make("div", (layer.isMask ? "mask: " : "") + called(layer), tree);
            row.setAttribute("role", "treeitem");
            row.setAttribute("aria-level", layer.depth + 1);
            row.setAttribute("aria-selected", "false");
            row.tabIndex = index ? -1 : 0;
            row.style.paddingLeft = 4 + 14 * Math.min(layer.depth, 12) + "px";
            row.dataset.layer = layer.id;
            if (!layer.isPresent) row.className = "absent";
            row.addEventListener("click", () => select(layer.id));
          });
          filterTree();
        }
        function filterTree() {
          const words = search.value.toLowerCase().split(/\s+/).filter(word => word);
          let count = 0;
          for (const row of tree.children) {
            const layer = byId.get(row.dataset.layer);
            const text = [called(layer), ...layer.values.map(pair => pair.join(" ")), ...layer.animations].join("\n").toLowerCase();
            row.hidden = !words.every(word => text.includes(word));
            if (!row.hidden) count++;
          }
          $("found").textContent = words.length ? `${count} of ${counted(tree.children.length, "layer", "layers")}` : "";
        }
        search.addEventListener("input", filterTree);
        tree.addEventListener("keydown", event => {
          const rows = [...tree.children].filter(row => !row.hidden);
          let index = rows.indexOf(document.activeElement);
          if (event.key === "ArrowDown") index++;
          else if (event.key === "ArrowUp") index--;
          else if (event.key === "Home") index = 0;
          else if (event.key === "End") index = rows.length - 1;
          else if (event.key === "ArrowLeft") {
            const owner = byNumber.get(byId.get(rows[index].dataset.layer).owner);
            if (owner) index = Math.max(0, rows.findIndex(row => row.dataset.layer === owner.id));
          } else if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          index = Math.max(0, Math.min(rows.length - 1, index));
          if (!rows.length) return;
          select(rows[index].dataset.layer);
          rows[index].focus();
        });
        function select(id) {
          selected = id;
          const layer = byId.get(id);
          for (const row of tree.children) {
            const isOn = row.dataset.layer === id;
            row.setAttribute("aria-selected", isOn);
            row.tabIndex = isOn ? 0 : -1;
            if (isOn) row.scrollIntoView({ block: "nearest" });
          }
          for (const plane of planes) plane.classList.toggle("selected", plane.dataset.layer === id);
          showLayer(layer);
          showFrame(layer);
        }
        function showLayer(layer) {
          $("layerTitle").textContent = called(layer);
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
          // Values that differ from a new layer's come first.
          const table = make("table", undefined, box), changed = new Map(layer.values);
          const others = $("defaults").checked ? data.defaults.filter(([key]) => !changed.has(key)) : [];
          const keys = [...data.defaults.filter(([key]) => changed.has(key)), ...others];
          for (const [key, value] of keys) {
            const row = make("tr", undefined, table);
            if (changed.has(key)) row.className = "changed";
            make("td", key, row);
            make("td", changed.has(key) ? changed.get(key) : value, row);
          }
        }
        $("defaults").addEventListener("change", () => { if (byId.has(selected)) showLayer(byId.get(selected)); });
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
          const x = 300 * (state.moment.time - curve.from) / (curve.to - curve.from || 1);
          svg("line", { x1: x, x2: x, y1: 0, y2: 70, stroke: "currentColor", "stroke-dasharray": "2 2" }, chart);
          const text = svg("text", { x: 2, y: 10 }, chart);
          text.textContent = `${low} to ${high}`;
        }

        // The frame, up to an op.
        const canvas = document.querySelector("#stage canvas"), context = canvas.getContext("2d");
        const stageOverlay = document.querySelector("#stage svg");
        stageOverlay.setAttribute("preserveAspectRatio", "none");
        function sizeStage({ width, height }) {
          const scale = Math.min(1, 256 / Math.max(width, height));
          canvas.width = Math.max(1, Math.round(width * (state === opened ? data.scale : scale)));
          canvas.height = Math.max(1, Math.round(height * (state === opened ? data.scale : scale)));
          $("stage").style.aspectRatio = `${width} / ${height}`;
          $("stage").style.width = `min(100%, ${Math.max(160, Math.min(560, width))}px, ${480 * width / height}px)`;
          stageOverlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
        }
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
          if (state !== opened) {
            const image = momentPictures[state.moment.picture];
            if (image) context.drawImage(image, 0, 0, canvas.width, canvas.height);
            return;
          }
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
        let order = [];
        function showOps() {
          ops.replaceChildren();
          order = [];
          let pass = -1;
          state.ops.forEach((op, index) => {
            if (op.pass !== pass) { pass = op.pass; make("div", `pass ${pass}`, ops); }
            const layer = byNumber.get(op.layer);
            const row = make("div", `${index} ${layer ? (layer.name || `${layer.className} ${layer.id}`) + ": " : ""}${op.text}`, ops);
            row.addEventListener("click", () => setOp(index, op.layer));
            order.push(row);
          });
          step.max = Math.max(0, state.ops.length - 1);
        }
        function setOp(index, layer) {
          opIndex = index;
          step.value = index;
          $("stepText").textContent = state.ops.length ? `${index} of ${state.ops.length - 1}` : "none";
          order.forEach((row, i) => {
            row.classList.toggle("current", i === index);
            row.classList.toggle("later", state === opened && i > index);
          });
          if (order[index]) order[index].scrollIntoView({ block: "nearest" });
          if (layer !== undefined && byNumber.has(layer)) select(byNumber.get(layer).id);
          draw();
        }
        step.addEventListener("input", () => setOp(+step.value));

        // Layers in space.
        const space = $("space"), world = make("div", undefined, space);
        let planes = [], turnX = -15, turnY = 30, gap = 24;
        const ownPictures = new Map(data.layers.map(layer => [layer.id, layer]));
        function showSpace() {
          world.replaceChildren();
          planes = [];
          const { width, height } = state.moment, fit = Math.min(0.8 * (space.clientWidth || 400) / width, 220 / height);
          state.layers.forEach((layer, index) => {
            if (layer.quad.length !== 8) return;
            const plane = make("div", undefined, world);
            plane.dataset.layer = layer.id;
            plane.title = called(layer);
            const xs = layer.quad.filter((_, i) => i % 2 === 0), ys = layer.quad.filter((_, i) => i % 2 === 1);
            let [x, y, w, h] = [Math.min(...xs), Math.min(...ys), 0, 0];
            [w, h] = [Math.max(...xs) - x, Math.max(...ys) - y];
            // Pictures of layers are those of the page's own moment.
            const own = ownPictures.get(layer.id);
            const isSame = own && JSON.stringify([own.values, own.quad]) === JSON.stringify([layer.values, layer.quad]);
            if (isSame && own.picture && own.picture.source) {
              [x, y, w, h] = own.picture.bounds;
              plane.style.backgroundImage = `url("${own.picture.source}")`;
            }
            Object.assign(plane.style, { left: (x - width / 2) * fit + "px", top: (y - height / 2) * fit + "px",
              width: w * fit + "px", height: h * fit + "px" });
            plane.dataset.depth = layer.depth + index / Math.max(1, state.layers.length);
            plane.addEventListener("click", () => select(layer.id));
            planes.push(plane);
          });
          turn();
        }
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

        """#

    /// The sections that do not change, and the first moment.
    private static let end = #"""
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
        Promise.all([whole, ...momentPictures, ...images.filter(image => image)].map(image => image.decode().catch(() => {}))).then(() => {
          setOp(state.ops.length - 1);
          document.documentElement.dataset.ready = "true";
        });
        showMoment(data.moment);
        """#
}
