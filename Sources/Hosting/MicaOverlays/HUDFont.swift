import MicaBase

/// The font of the HUD: capital letters, digits and signs of five by seven squares, the same on every machine.
enum HUDFont {
    /// The distance from one character to the next, and from one line to the next, in squares.
    static let advance = 6, lineHeight = 10
    /// The height of a character, in squares.
    static let height = 7

    /// Adds the squares of a text to a path.
    ///
    /// - Parameters:
    ///   - x: the left edge of the first character, in device pixels.
    ///   - y: the top edge, in device pixels.
    ///   - unit: the side of a square, in device pixels.
    static func add(_ text: String, x: Double, y: Double, unit: Double, to path: inout Path) {
        var left = x
        for character in text {
            if let rows = glyphs[character] {
                for (row, bits) in rows.enumerated() { add(bits, x: left, y: y + Double(row) * unit, unit, &path) }
            }
            left += Double(advance) * unit
        }
    }

    /// Adds the runs of a row. A row is five bits, with the leftmost as the highest.
    private static func add(_ bits: UInt8, x: Double, y: Double, _ unit: Double, _ path: inout Path) {
        var column = 0
        while column < 5 {
            guard bits & (16 >> UInt8(column)) != 0 else {
                column += 1
                continue
            }
            let start = column
            while column < 5, bits & (16 >> UInt8(column)) != 0 { column += 1 }
            path.addRectangle(
                x: x + Double(start) * unit, y: y, width: Double(column - start) * unit, height: unit)
        }
    }

    /// Seven rows of five bits for each character.
    private static let glyphs: [Character: [UInt8]] = [
        "0": [14, 17, 19, 21, 25, 17, 14], "1": [4, 12, 4, 4, 4, 4, 14], "2": [14, 17, 1, 2, 4, 8, 31],
        "3": [31, 2, 4, 2, 1, 17, 14], "4": [2, 6, 10, 18, 31, 2, 2], "5": [31, 16, 30, 1, 1, 17, 14],
        "6": [6, 8, 16, 30, 17, 17, 14], "7": [31, 1, 2, 4, 8, 8, 8], "8": [14, 17, 17, 14, 17, 17, 14],
        "9": [14, 17, 17, 15, 1, 2, 12], "A": [14, 17, 17, 31, 17, 17, 17], "B": [30, 17, 17, 30, 17, 17, 30],
        "C": [14, 17, 16, 16, 16, 17, 14], "D": [28, 18, 17, 17, 17, 18, 28], "E": [31, 16, 16, 30, 16, 16, 31],
        "F": [31, 16, 16, 30, 16, 16, 16], "G": [14, 17, 16, 23, 17, 17, 15], "H": [17, 17, 17, 31, 17, 17, 17],
        "I": [14, 4, 4, 4, 4, 4, 14], "J": [7, 2, 2, 2, 2, 18, 12], "K": [17, 18, 20, 24, 20, 18, 17],
        "L": [16, 16, 16, 16, 16, 16, 31], "M": [17, 27, 21, 21, 17, 17, 17], "N": [17, 17, 25, 21, 19, 17, 17],
        "O": [14, 17, 17, 17, 17, 17, 14], "P": [30, 17, 17, 30, 16, 16, 16], "Q": [14, 17, 17, 17, 21, 18, 13],
        "R": [30, 17, 17, 30, 20, 18, 17], "S": [15, 16, 16, 14, 1, 1, 30], "T": [31, 4, 4, 4, 4, 4, 4],
        "U": [17, 17, 17, 17, 17, 17, 14], "V": [17, 17, 17, 17, 17, 10, 4], "W": [17, 17, 17, 21, 21, 21, 10],
        "X": [17, 17, 10, 4, 10, 17, 17], "Y": [17, 17, 17, 10, 4, 4, 4], "Z": [31, 1, 2, 4, 8, 16, 31],
        ".": [0, 0, 0, 0, 0, 12, 12], ",": [0, 0, 0, 0, 12, 4, 8], ":": [0, 12, 12, 0, 12, 12, 0],
        "/": [0, 1, 2, 4, 8, 16, 0], "%": [24, 25, 2, 4, 8, 19, 3], "-": [0, 0, 0, 31, 0, 0, 0],
    ]
}

extension Path {
    /// Adds an axis-aligned rectangle.
    mutating func addRectangle(x: Double, y: Double, width: Double, height: Double) {
        move(to: Point(x, y))
        line(to: Point(x + width, y))
        line(to: Point(x + width, y + height))
        line(to: Point(x, y + height))
        close()
    }
}
