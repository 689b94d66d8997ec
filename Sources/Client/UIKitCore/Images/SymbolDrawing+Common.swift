import CoreGraphics

/// Drawings of symbols that programs name often, and of signs in circles and squares.
///
/// *Space*: a square of 24 points, y down, as for `SymbolDrawing`. The shapes are this module's own.
extension SymbolDrawing {
    /// The parts of a sign in a circle or a square, such as `plus.circle.fill`: the sign at a little over half of its
    /// size, erased from a filled shape. Nil if the name is not of this form, or the sign has no drawing.
    static func enclosed(_ name: String) -> Parts? {
        for (suffix, isRound, isFilled) in [
            (".circle.fill", true, true), (".circle", true, false), (".square.fill", false, true),
            (".square", false, false),
        ] where name.hasSuffix(suffix) {
            let base = String(name.dropLast(suffix.count))
            guard
                let sign = drawn(base + ".fill", only: ["person", "house", "heart", "star"].contains(base))
                    ?? drawn(base)
            else { return nil }
            let parts = Parts()
            let shape = isFilled ? parts.filled : parts.lines
            let area = CGRect(x: 2, y: 2, width: 20, height: 20).insetBy(dx: isFilled ? 0 : 1, dy: isFilled ? 0 : 1)
            if isRound {
                shape.addEllipse(in: area)
            } else {
                shape.addRoundedRect(in: area, cornerWidth: 4.5, cornerHeight: 4.5)
            }
            let small = CGAffineTransform(translationX: 12, y: 12).scaledBy(x: 0.56, y: 0.56)
                .translatedBy(x: -12, y: -12)
            (isFilled ? parts.erasedLines : parts.lines).addPath(sign.lines, transform: small)
            (isFilled ? parts.erased : parts.filled).addPath(sign.filled, transform: small)
            return parts
        }
        return nil
    }

    private static func drawn(_ name: String, only isWanted: Bool = true) -> Parts? {
        guard isWanted, let drawing = drawings[name] ?? common[name] else { return nil }
        let parts = Parts()
        drawing(parts)
        return parts
    }

    /// Adds an outline, or fills it.
    private static func shape(_ parts: Parts, filled: Bool, _ body: (CGMutablePath) -> Void) {
        body(filled ? parts.filled : parts.lines)
    }

    private static func rounded(
        _ path: CGMutablePath, _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ radius: CGFloat
    ) {
        path.addRoundedRect(
            in: CGRect(x: x, y: y, width: width, height: height), cornerWidth: radius, cornerHeight: radius)
    }

    /// The arrow of a shift key.
    private static let arrowUp: [(CGFloat, CGFloat)] = [
        (12, 3), (21.5, 12.5), (16.5, 12.5), (16.5, 20), (7.5, 20), (7.5, 12.5), (2.5, 12.5),
    ]

    private static func closed(_ path: CGMutablePath, _ points: [(CGFloat, CGFloat)]) {
        path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
        path.closeSubpath()
    }

    private static func bell(_ path: CGMutablePath) {
        path.move(to: CGPoint(x: 4, y: 18))
        path.addCurve(to: CGPoint(x: 7, y: 10), control1: CGPoint(x: 7, y: 16), control2: CGPoint(x: 7, y: 13))
        path.addCurve(to: CGPoint(x: 17, y: 10), control1: CGPoint(x: 7, y: 3), control2: CGPoint(x: 17, y: 3))
        path.addCurve(to: CGPoint(x: 20, y: 18), control1: CGPoint(x: 17, y: 13), control2: CGPoint(x: 17, y: 16))
        path.closeSubpath()
    }

    private static func cloud(_ path: CGMutablePath) {
        path.move(to: CGPoint(x: 7, y: 19))
        path.addCurve(to: CGPoint(x: 6, y: 11), control1: CGPoint(x: 1, y: 19), control2: CGPoint(x: 1, y: 11))
        path.addCurve(to: CGPoint(x: 17, y: 9.5), control1: CGPoint(x: 7, y: 4), control2: CGPoint(x: 16, y: 3))
        path.addCurve(
            to: CGPoint(x: 17.5, y: 19), control1: CGPoint(x: 23.5, y: 9.5), control2: CGPoint(x: 23.5, y: 19))
        path.closeSubpath()
    }

    private static func moon(_ path: CGMutablePath) {
        path.move(to: CGPoint(x: 20, y: 14.5))
        path.addCurve(to: CGPoint(x: 9.5, y: 4), control1: CGPoint(x: 12, y: 17.5), control2: CGPoint(x: 6.5, y: 12))
        path.addCurve(to: CGPoint(x: 20, y: 14.5), control1: CGPoint(x: -1.5, y: 8), control2: CGPoint(x: 4, y: 29))
        path.closeSubpath()
    }

    private static func gear(_ path: CGMutablePath) {
        let points = (0..<32).map { index -> (CGFloat, CGFloat) in
            let angle = (Double(index) - 0.5) * .pi / 16
            let radius = index % 4 < 2 ? 10.0 : 7.6
            return (CGFloat(12 + radius * sin(angle)), CGFloat(12 - radius * cos(angle)))
        }
        closed(path, points)
    }

    private static func pin(_ path: CGMutablePath) {
        path.move(to: CGPoint(x: 12, y: 22))
        path.addCurve(to: CGPoint(x: 12, y: 2), control1: CGPoint(x: 0, y: 9), control2: CGPoint(x: 6, y: 2))
        path.addCurve(to: CGPoint(x: 12, y: 22), control1: CGPoint(x: 18, y: 2), control2: CGPoint(x: 24, y: 9))
        path.closeSubpath()
    }

    private static func bubble(_ path: CGMutablePath) {
        func curve(_ x: CGFloat, _ y: CGFloat, _ first: (CGFloat, CGFloat), _ second: (CGFloat, CGFloat)) {
            path.addCurve(
                to: CGPoint(x: x, y: y), control1: CGPoint(x: first.0, y: first.1),
                control2: CGPoint(x: second.0, y: second.1))
        }
        path.move(to: CGPoint(x: 8, y: 4))
        path.addLine(to: CGPoint(x: 16, y: 4))
        curve(21, 9, (19, 4), (21, 6))
        path.addLine(to: CGPoint(x: 21, y: 12))
        curve(16, 17, (21, 15), (19, 17))
        path.addLine(to: CGPoint(x: 13, y: 17))
        path.addLine(to: CGPoint(x: 7, y: 21.5))
        path.addLine(to: CGPoint(x: 8, y: 17))
        curve(3, 12, (5, 17), (3, 15))
        path.addLine(to: CGPoint(x: 3, y: 9))
        curve(8, 4, (3, 6), (5, 4))
        path.closeSubpath()
    }

    private static func rays(_ parts: Parts) {
        for index in 0..<8 {
            let (x, y) = (CGFloat(cos(Double(index) * .pi / 4)), CGFloat(sin(Double(index) * .pi / 4)))
            parts.line((12 + 8 * x, 12 + 8 * y), (12 + 10 * x, 12 + 10 * y))
        }
    }

    /// The drawings by name.
    static let common: [String: @Sendable (Parts) -> Void] = {
        var all: [String: @Sendable (Parts) -> Void] = [
            "info": {
                $0.filled.addEllipse(in: CGRect(x: 10.3, y: 2.5, width: 3.4, height: 3.4))
                $0.line((9, 9.5), (12.3, 9.5), (12.3, 20)); $0.line((8.5, 20.5), (16, 20.5))
            },
            "questionmark": {
                $0.lines.move(to: CGPoint(x: 7, y: 8))
                $0.lines.addCurve(
                    to: CGPoint(x: 12, y: 12.5), control1: CGPoint(x: 7, y: 0), control2: CGPoint(x: 21, y: 5))
                $0.lines.addLine(to: CGPoint(x: 12, y: 15))
                $0.filled.addEllipse(in: CGRect(x: 10.4, y: 18.4, width: 3.2, height: 3.2))
            },
            "pencil": {
                closed($0.lines, [(4, 20), (5, 15.5), (16.5, 4), (20, 7.5), (8.5, 19)]); $0.line((14, 6.5), (17.5, 10))
            },
            "square.and.pencil": {
                $0.line((13, 4), (4, 4), (4, 20), (20, 20), (20, 11));
                $0.line((10, 14), (11, 10.5), (19.5, 2.5), (21.5, 4.5), (13.5, 13), (10, 14))
            },
            "square.and.arrow.up": {
                $0.line((8, 9), (5, 9), (5, 21), (19, 21), (19, 9), (16, 9)); $0.line((12, 15), (12, 2))
                $0.line((8, 6), (12, 2), (16, 6))
            },
            "square.and.arrow.down": {
                $0.line((8, 9), (5, 9), (5, 21), (19, 21), (19, 9), (16, 9)); $0.line((12, 2), (12, 15))
                $0.line((8, 11), (12, 15), (16, 11))
            },
            "arrow.clockwise": {
                $0.lines.addArc(
                    center: CGPoint(x: 12, y: 13), radius: 8, startAngle: -.pi / 3, endAngle: -.pi * 0.6,
                    clockwise: false)
                $0.line((10, 1.5), (16, 6), (10.5, 9.5))
            },
            "arrow.up.arrow.down": {
                $0.line((8, 20), (8, 4)); $0.line((4, 8), (8, 4), (12, 8)); $0.line((16, 4), (16, 20))
                $0.line((12, 16), (16, 20), (20, 16))
            },
            "chevron.forward": { $0.line((9, 4), (17, 12), (9, 20)) },
            "chevron.backward": { $0.line((15, 4), (7, 12), (15, 20)) },
            "chevron.up.chevron.down": {
                $0.line((7, 9), (12, 4), (17, 9)); $0.line((7, 15), (12, 20), (17, 15))
            },
            "list.bullet": {
                for y in [6, 12, 18] as [CGFloat] {
                    $0.filled.addEllipse(in: CGRect(x: 2.5, y: y - 1.5, width: 3, height: 3)); $0.line((9, y), (21, y))
                }
            },
            "line.3.horizontal.decrease": {
                $0.line((3, 7), (21, 7)); $0.line((6, 12), (18, 12)); $0.line((9, 17), (15, 17))
            },
            "book": {
                $0.line((12, 5), (12, 20), (2, 18.5), (2, 3.5), (12, 5), (22, 3.5), (22, 18.5), (12, 20))
            },
            "sidebar.left": {
                rounded($0.lines, 2, 4, 20, 16, 3); $0.line((9, 4), (9, 20))
            },
            "sidebar.right": {
                rounded($0.lines, 2, 4, 20, 16, 3); $0.line((15, 4), (15, 20))
            },
            "list.dash": {
                for y in [6, 12, 18] as [CGFloat] { $0.line((3, y), (5.5, y)); $0.line((9, y), (21, y)) }
            },
            "number": {
                $0.line((9.5, 3), (6.5, 21)); $0.line((17.5, 3), (14.5, 21)); $0.line((4, 8.5), (21, 8.5))
                $0.line((3, 15.5), (20, 15.5))
            },
            "calendar": {
                rounded($0.lines, 3, 4, 18, 17, 3); $0.line((3, 9), (21, 9)); $0.line((8, 2), (8, 5));
                $0.line((16, 2), (16, 5))
            },
            "clock": {
                $0.lines.addEllipse(in: CGRect(x: 3, y: 3, width: 18, height: 18));
                $0.line((12, 7), (12, 12.5), (16, 14))
            },
            "keyboard.chevron.compact.down": {
                rounded($0.lines, 2, 3, 20, 12, 2)
                for x in [6, 10, 14, 18] as [CGFloat] {
                    $0.filled.addEllipse(in: CGRect(x: x - 0.9, y: 5.6, width: 1.8, height: 1.8))
                }
                $0.line((8, 11.5), (16, 11.5)); $0.line((8, 18.5), (12, 21), (16, 18.5))
            },
            "globe": {
                $0.lines.addEllipse(in: CGRect(x: 3, y: 3, width: 18, height: 18))
                $0.lines.addEllipse(in: CGRect(x: 8, y: 3, width: 8, height: 18)); $0.line((3, 12), (21, 12))
            },
            "camera": {
                rounded($0.lines, 2, 7, 20, 13, 3); $0.line((8, 7), (9.5, 4), (14.5, 4), (16, 7))
                $0.lines.addEllipse(in: CGRect(x: 8.5, y: 10, width: 7, height: 7))
            },
            "photo": {
                rounded($0.lines, 2, 4, 20, 16, 3); $0.line((3, 17), (9, 11), (14, 16), (17, 13), (21, 17))
                $0.filled.addEllipse(in: CGRect(x: 14, y: 7, width: 4, height: 4))
            },
            "wifi": {
                for radius in [5, 9, 13] as [CGFloat] {
                    $0.lines.move(to: CGPoint(x: 12 - radius * 0.7, y: 19 - radius * 0.7))
                    $0.lines.addArc(
                        center: CGPoint(x: 12, y: 19), radius: radius, startAngle: -.pi * 0.75, endAngle: -.pi * 0.25,
                        clockwise: false)
                }
                $0.filled.addEllipse(in: CGRect(x: 10.3, y: 17, width: 3.4, height: 3.4))
            },
            "cart": {
                $0.line((2, 4), (5, 4), (8, 16), (19, 16)); $0.line((6, 7), (21, 7), (19, 13), (7.4, 13))
                for x in [9.5, 18] as [CGFloat] {
                    $0.filled.addEllipse(in: CGRect(x: x - 1.8, y: 18.5, width: 3.6, height: 3.6))
                }
            },
            "link": {
                rounded($0.lines, 2, 8.5, 11, 7, 3.5); rounded($0.lines, 11, 8.5, 11, 7, 3.5)
            },
            "sun.max": {
                $0.lines.addEllipse(in: CGRect(x: 7.5, y: 7.5, width: 9, height: 9)); rays($0)
            },
            "sun.max.fill": {
                $0.filled.addEllipse(in: CGRect(x: 6.5, y: 6.5, width: 11, height: 11)); rays($0)
            },
        ]
        // Shapes that are outlines, and filled with ".fill".
        let shapes: [String: @Sendable (CGMutablePath) -> Void] = [
            "bell": bell, "cloud": cloud, "moon": moon, "mappin": pin, "message": bubble,
            "bookmark": { closed($0, [(6, 3), (18, 3), (18, 21), (12, 16.5), (6, 21)]) },
            "bolt": { closed($0, [(14, 2), (5, 13.5), (11, 13.5), (10, 22), (19, 10.5), (13, 10.5)]) },
            "tag": { closed($0, [(3, 3), (12, 3), (21, 12), (12, 21), (3, 12)]) },
            "paperplane": { closed($0, [(2, 11), (22, 2), (14, 22), (11, 13)]) },
            "play": { closed($0, [(6, 3), (21, 12), (6, 21)]) },
            "stop": { $0.addRect(CGRect(x: 5, y: 5, width: 14, height: 14)) },
            "house": { closed($0, [(12, 3), (21, 11), (18.5, 11), (18.5, 20), (5.5, 20), (5.5, 11), (3, 11)]) },
            "folder": { closed($0, [(2, 5), (9, 5), (11, 7.5), (22, 7.5), (22, 20), (2, 20)]) },
            "doc": { closed($0, [(5, 2), (14, 2), (19, 7), (19, 22), (5, 22)]) },
            "triangle": { closed($0, [(12, 3), (22, 20), (2, 20)]) },
            "shift": { closed($0, arrowUp) },
            "capslock": {
                closed($0, arrowUp.map { ($0.0, $0.1 * 0.8 + 0.6) });
                $0.addRect(CGRect(x: 8, y: 19.5, width: 8, height: 2.5))
            },
            "person": {
                $0.addEllipse(in: CGRect(x: 7.5, y: 2.5, width: 9, height: 9))
                $0.move(to: CGPoint(x: 3, y: 21))
                $0.addCurve(to: CGPoint(x: 21, y: 21), control1: CGPoint(x: 3, y: 11), control2: CGPoint(x: 21, y: 11))
                $0.closeSubpath()
            },
            "rectangle.stack": {
                rounded($0, 2, 9, 20, 12, 2.5); rounded($0, 4, 5.5, 16, 1.2, 0.6); rounded($0, 6, 2.5, 12, 1, 0.5)
            },
            "tray": { closed($0, [(6, 4), (18, 4), (22, 13), (22, 20), (2, 20), (2, 13)]) },
            "video": {
                rounded($0, 1.5, 6, 13.5, 12, 2.5); closed($0, [(16, 10), (22, 6.5), (22, 17.5), (16, 14)])
            },
            "square.grid.3x3": {
                for x in [2.5, 9.5, 16.5] as [CGFloat] {
                    for y in [2.5, 9.5, 16.5] as [CGFloat] { rounded($0, x, y, 5, 5, 1) }
                }
            },
            "square.grid.2x2": {
                for (x, y) in [(3, 3), (13.5, 3), (3, 13.5), (13.5, 13.5)] as [(CGFloat, CGFloat)] {
                    rounded($0, x, y, 7.5, 7.5, 1.5)
                }
            },
        ]
        for (name, body) in shapes {
            all[name] = { body($0.lines) }
            all[name + ".fill"] = { body($0.filled) }
        }
        // Shapes with lines in them, which are erased where the shape is filled.
        let details: [String: (shape: @Sendable (CGMutablePath) -> Void, lines: [[(CGFloat, CGFloat)]])] = [
            "envelope": ({ rounded($0, 2, 5, 20, 14, 2.5) }, [[(3, 7), (12, 14), (21, 7)]]),
            "creditcard": ({ rounded($0, 2, 5, 20, 14, 2.5) }, [[(3, 10), (21, 10)], [(6, 15), (10, 15)]]),
            "delete.left": (
                { closed($0, [(9, 4.5), (22, 4.5), (22, 19.5), (9, 19.5), (2, 12)]) },
                [[(11.5, 8.5), (18.5, 15.5)], [(18.5, 8.5), (11.5, 15.5)]]
            ),
            "lock": ({ rounded($0, 5, 10, 14, 11, 2.5) }, []),
            "trash": (
                { closed($0, [(5.5, 6), (18.5, 6), (17.5, 22), (6.5, 22)]) },
                [[(9.5, 10), (9.8, 18)], [(14.5, 10), (14.2, 18)]]
            ),
        ]
        let above: [String: [[(CGFloat, CGFloat)]]] = [
            "lock": [[(8, 10), (8, 6), (10, 3.5), (14, 3.5), (16, 6), (16, 10)]],
            "trash": [[(3.5, 6), (20.5, 6)], [(9, 6), (9, 3), (15, 3), (15, 6)]],
        ]
        for (name, detail) in details {
            let upper = above[name] ?? []
            @Sendable func add(_ lines: [[(CGFloat, CGFloat)]], to path: CGMutablePath) {
                for line in lines { path.addLines(between: line.map { CGPoint(x: $0.0, y: $0.1) }) }
            }
            all[name] = {
                detail.shape($0.lines)
                add(detail.lines + upper, to: $0.lines)
            }
            all[name + ".fill"] = {
                detail.shape($0.filled)
                add(detail.lines, to: $0.erasedLines)
                add(upper, to: $0.lines)
            }
        }
        let hole = CGRect(x: 9, y: 9, width: 6, height: 6)
        all["gearshape"] = {
            gear($0.lines)
            $0.lines.addEllipse(in: hole)
        }
        all["gearshape.fill"] = {
            gear($0.filled)
            $0.erased.addEllipse(in: hole)
        }
        all["gear"] = all["gearshape"]
        let cloth: [(CGFloat, CGFloat)] = [(5, 4), (19, 4), (16.5, 8.5), (19, 13), (5, 13)]
        all["flag"] = {
            closed($0.lines, cloth)
            $0.line((5, 4), (5, 21))
        }
        all["flag.fill"] = {
            closed($0.filled, cloth)
            $0.line((5, 4), (5, 21))
        }
        all["exclamationmark.triangle"] = {
            closed($0.lines, [(12, 3), (22, 20), (2, 20)]); $0.line((12, 9), (12, 14))
            $0.filled.addEllipse(in: CGRect(x: 10.8, y: 16, width: 2.4, height: 2.4))
        }
        all["exclamationmark.triangle.fill"] = {
            closed($0.filled, [(12, 2), (23, 21), (1, 21)])
            $0.erasedLines.addLines(between: [CGPoint(x: 12, y: 8.5), CGPoint(x: 12, y: 14)])
            $0.erased.addEllipse(in: CGRect(x: 10.7, y: 16.2, width: 2.6, height: 2.6))
        }
        return all
    }()
}
