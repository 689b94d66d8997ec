import Foundation

/// Inverts a matrix, given by its columns, by Gauss-Jordan elimination with the largest pivot first; nil if there is no
/// inverse.
func inverted(_ columns: [[Double]]) -> [[Double]]? {
    let n = columns.count
    var a = columns
    var b = (0..<n).map { i in (0..<n).map { $0 == i ? 1.0 : 0 } }
    // Whole columns are exchanged and added: the steps that turn the matrix into the identity turn the identity into
    // the inverse.
    for i in 0..<n {
        guard let pivot = (i..<n).max(by: { abs(a[$0][i]) < abs(a[$1][i]) }), a[pivot][i] != 0, a[pivot][i].isFinite
        else { return nil }
        a.swapAt(i, pivot)
        b.swapAt(i, pivot)
        let scale = 1 / a[i][i]
        for k in 0..<n { (a[i][k], b[i][k]) = (a[i][k] * scale, b[i][k] * scale) }
        for j in 0..<n where j != i {
            let factor = a[j][i]
            for k in 0..<n { (a[j][k], b[j][k]) = (a[j][k] - factor * a[i][k], b[j][k] - factor * b[i][k]) }
        }
    }
    return b.allSatisfy { $0.allSatisfy(\.isFinite) } ? b : nil
}

/// Converts degrees to radians.
public func GLKMathDegreesToRadians(_ degrees: Float) -> Float { degrees * (.pi / 180) }

/// Converts radians to degrees.
public func GLKMathRadiansToDegrees(_ radians: Float) -> Float { radians * (180 / .pi) }

/// Projects a point of a model into a window: x and y in the viewport's pixels, z from 0 (near) to 1 (far).
///
/// - Parameter viewport: x, y, width and height of the viewport in the window, y up.
/// *Source*: gluProject.
public func GLKMathProject(
    _ object: GLKVector3, _ model: GLKMatrix4, _ projection: GLKMatrix4, _ viewport: UnsafeMutablePointer<Int32>
) -> GLKVector3 {
    let seen = GLKMatrix4MultiplyAndProjectVector3(GLKMatrix4Multiply(projection, model), object)
    let (x, y, width, height) = unsafe (viewport[0], viewport[1], viewport[2], viewport[3])
    return GLKVector3Make(
        Float(x) + Float(width) * (seen.x + 1) / 2, Float(y) + Float(height) * (seen.y + 1) / 2, (seen.z + 1) / 2)
}

/// Finds the point of a model at a position in a window; if there is none, returns zeros and sets `success` to false.
///
/// *Source*: gluUnProject.
public func GLKMathUnproject(
    _ window: GLKVector3, _ model: GLKMatrix4, _ projection: GLKMatrix4, _ viewport: UnsafeMutablePointer<Int32>,
    _ success: UnsafeMutablePointer<Bool>?
) -> GLKVector3 {
    var isInvertible = false
    let inverse = unsafe GLKMatrix4Invert(GLKMatrix4Multiply(projection, model), &isInvertible)
    let (x, y, width, height) = unsafe (viewport[0], viewport[1], viewport[2], viewport[3])
    let seen = GLKVector4Make(
        2 * (window.x - Float(x)) / Float(width) - 1, 2 * (window.y - Float(y)) / Float(height) - 1,
        2 * window.z - 1, 1)
    let point = GLKMatrix4MultiplyVector4(inverse, seen)
    isInvertible = isInvertible && point.w != 0 && point.w.isFinite
    if let success = unsafe success { unsafe success.pointee = isInvertible }
    return isInvertible ? GLKVector3Make(point.x / point.w, point.y / point.w, point.z / point.w) : GLKVector3()
}

/// Numbers as text, such as "{1.000000, 2.000000}".
private func text(_ numbers: [Float]) -> String {
    "{" + numbers.map { String(format: "%f", $0) }.joined(separator: ", ") + "}"
}

/// Columns as text, such as "{{1.000000, 0.000000}, {0.000000, 1.000000}}".
private func text(_ columns: [[Float]]) -> String { "{" + columns.map { text($0) }.joined(separator: ", ") + "}" }

/// Returns a matrix as text, column by column; Apple's form is not documented.
public func NSStringFromGLKMatrix2(_ matrix: GLKMatrix2) -> String {
    text(matrix.columns.map { c in (0..<2).map { c[$0] } })
}
/// Returns a matrix as text, column by column; Apple's form is not documented.
public func NSStringFromGLKMatrix3(_ matrix: GLKMatrix3) -> String {
    text(matrix.columns.map { c in (0..<3).map { c[$0] } })
}
/// Returns a matrix as text, column by column; Apple's form is not documented.
public func NSStringFromGLKMatrix4(_ matrix: GLKMatrix4) -> String {
    text(matrix.columns.map { c in (0..<4).map { c[$0] } })
}
/// Returns a vector as text, such as "{1.000000, 2.000000}".
public func NSStringFromGLKVector2(_ vector: GLKVector2) -> String { text([vector.x, vector.y]) }
/// Returns a vector as text, such as "{1.000000, 2.000000}".
public func NSStringFromGLKVector3(_ vector: GLKVector3) -> String { text([vector.x, vector.y, vector.z]) }
/// Returns a vector as text, such as "{1.000000, 2.000000}".
public func NSStringFromGLKVector4(_ vector: GLKVector4) -> String { text([vector.x, vector.y, vector.z, vector.w]) }
/// Returns a quaternion as text: x, y, z, w.
public func NSStringFromGLKQuaternion(_ quaternion: GLKQuaternion) -> String {
    text([quaternion.x, quaternion.y, quaternion.z, quaternion.w])
}
