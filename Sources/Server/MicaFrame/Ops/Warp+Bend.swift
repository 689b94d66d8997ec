import Foundation

extension WarpDraw {
    /// A bent plane: maps points on it to points in the flat plane.
    package struct Bend {
        /// What is visible at a point.
        package struct Look {
            /// The point of the flat plane whose front is visible; nil for nothing.
            package var front: SIMD2<Double>?
            /// The point whose back lies over the front; nil for nothing.
            package var back: SIMD2<Double>?
            /// The brightness of the back, 0...1.
            package var light = 1.0
        }

        private let map: WarpDraw.Map
        // For a curl: its start, its direction, how far the page is rolled up, and the radius of the roll.
        private var start = SIMD2(0.0, 0.0), way = SIMD2(1.0, 0.0)
        private var fold = 0.0, radius = 1.0

        package init(_ map: WarpDraw.Map) {
            self.map = map
            guard case .curl(let r, let progress, let isBackwards, let isUpsideDown) = map else { return }
            start = SIMD2(isBackwards ? r.minX : r.maxX, isUpsideDown ? r.minY : r.maxY)
            // The direction is two up for one across.
            way = SIMD2(isBackwards ? 1 : -1, isUpsideDown ? 2 : -2) / 5.0.squareRoot()
            radius = max(min(r.width, r.height) / 8, 1e-6)
            let length = abs(way.x) * r.width + abs(way.y) * r.height
            fold = progress * (length + .pi * radius)
        }

        /// What is visible at a point of the bent plane.
        package func look(at p: SIMD2<Double>) -> Look {
            switch map {
            case .ripple(let rect, let progress): Look(front: ripple(p, rect, progress))
            case .suck(let rect, let progress, let isUpsideDown): Look(front: suck(p, rect, progress, isUpsideDown))
            case .curl(let rect, _, _, _): curl(p, rect)
            case .bulge(let rect, let height): Look(front: bulge(p, rect, height))
            case .mosaic(let rect, let columns, let rows): Look(front: tile(p, rect, columns, rows))
            case .field(let field): Look(front: field.source(of: p))
            }
        }

        /// Five rings in half the diagonal, which run outwards by three wavelengths. Their height is largest at half
        /// the progress.
        private func ripple(_ p: SIMD2<Double>, _ rect: LocalRect, _ progress: Double) -> SIMD2<Double> {
            let middle = SIMD2((rect.minX + rect.maxX) / 2, (rect.minY + rect.maxY) / 2)
            let d = p - middle
            let distance = (d.x * d.x + d.y * d.y).squareRoot()
            let reach = (rect.width * rect.width + rect.height * rect.height).squareRoot() / 2
            guard distance > 0, reach > 0 else { return p }
            // So low that points stay in order along the radius.
            let height = min(rect.width, rect.height) * 0.014 * 4 * progress * (1 - progress)
            let wave = sin(2 * .pi * (5 * distance / reach - 3 * progress))
            // No movement at the centre, so that nothing tears there.
            return p + d * (height * wave / (distance + reach * 0.05))
        }

        /// Rows move to the point one after the other, the nearest first, and become narrower as they approach it.
        private func suck(_ p: SIMD2<Double>, _ r: LocalRect, _ progress: Double, _ isUpsideDown: Bool) -> SIMD2<
            Double
        >? {
            let share = isUpsideDown ? 0.25 : 0.75
            let (x, y) = ((r.minX + r.maxX) / 2, r.minY + share * r.height)
            let isBelow = p.y > y
            let room = (isBelow ? 1 - share : share)
            // A row at distance a, in heights of the rectangle, has gone c - k a of its way.
            let c = 2 * progress, k = 1 / room
            let t = abs(p.y - y) / r.height
            var a = t
            if t < c / k {
                let rest = 1 - c
                a = (-rest + (rest * rest + 4 * k * t).squareRoot()) / (2 * k)
            }
            let gone = max(0, min(1, c - k * a))
            guard gone < 1 - 1e-9 else { return nil }
            return SIMD2(x + (p.x - x) / (1 - gone), isBelow ? y + a * r.height : y - a * r.height)
        }

        /// Points within the ellipse come from nearer its middle; for a negative height from further away.
        private func bulge(_ p: SIMD2<Double>, _ rect: LocalRect, _ height: Double) -> SIMD2<Double> {
            let middle = SIMD2((rect.minX + rect.maxX) / 2, (rect.minY + rect.maxY) / 2)
            let half = SIMD2(rect.width, rect.height) / 2
            guard half.x > 0, half.y > 0, height != 0 else { return p }
            let v = (p - middle) / half
            let l = (v.x * v.x + v.y * v.y).squareRoot()
            guard l > 0, l < 1 else { return p }
            let (radius, exponent) = WarpDraw.bulge(height: height)
            let moved = asin(l / radius) / asin(1 / radius) / l + pow(l, 2 * exponent) - 2
            return middle + v * (1 + (height > 0 ? moved : -moved)) * half
        }

        /// The middle of a point's tile.
        private func tile(_ p: SIMD2<Double>, _ r: LocalRect, _ columns: Int32, _ rows: Int32) -> SIMD2<Double> {
            guard p.x >= r.minX, p.x < r.maxX, p.y >= r.minY, p.y < r.maxY, columns > 0, rows > 0 else { return p }
            let size = SIMD2(r.width / Double(columns), r.height / Double(rows))
            let start = SIMD2(r.minX, r.minY)
            return start + (((p - start) / size).rounded(.down) + 0.5) * size
        }

        /// A page that is rolled up over itself.
        private func curl(_ p: SIMD2<Double>, _ rect: LocalRect) -> Look {
            let d = p - start
            let along = d.x * way.x + d.y * way.y
            func page(_ t: Double) -> SIMD2<Double> { p + way * (t - along) }
            func isInside(_ q: SIMD2<Double>) -> Bool {
                q.x >= rect.minX && q.x <= rect.maxX && q.y >= rect.minY && q.y <= rect.maxY
            }
            if along >= fold {
                let back = page(fold - .pi * radius - (along - fold))
                return Look(front: p, back: isInside(back) ? back : nil)
            }
            let share = (fold - along) / radius
            guard share < 1 else { return Look() }
            let angle = asin(share)
            let back = page(fold - radius * (.pi - angle))
            let front = page(fold - radius * angle)
            return Look(
                front: isInside(front) ? front : nil, back: isInside(back) ? back : nil,
                light: 0.55 + 0.45 * (1 - share * share).squareRoot())
        }
    }
}
