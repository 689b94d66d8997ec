import Foundation

/// Gives the inverse of a matrix by its columns, by Gauss and Jordan with the largest pivot first; nil where there is none.
func inverted(_ columns: [[Double]]) -> [[Double]]? {
    let n = columns.count
    var a = columns
    var b = (0..<n).map { i in (0..<n).map { $0 == i ? 1.0 : 0 } }
    // Whole columns are exchanged and added: what makes the matrix the identity makes the identity its inverse.
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

/// Gives radians of degrees.
public func GLKMathDegreesToRadians(_ degrees: Float) -> Float { degrees * (.pi / 180) }

/// Gives degrees of radians.
public func GLKMathRadiansToDegrees(_ radians: Float) -> Float { radians * (180 / .pi) }

/// Gives where a point of a model is in a window: x and y in the viewport's pixels, z from 0, near, to 1, far.
///
/// - Parameter viewport: x, y, width and height of the window, y up.
/// *Source*: gluProject.
public func GLKMathProject(
    _ object: GLKVector3, _ model: GLKMatrix4, _ projection: GLKMatrix4, _ viewport: UnsafeMutablePointer<Int32>
) -> GLKVector3 {
    let seen = GLKMatrix4MultiplyAndProjectVector3(GLKMatrix4Multiply(projection, model), object)
    let (x, y, width, height) = unsafe (viewport[0], viewport[1], viewport[2], viewport[3])
    return GLKVector3Make(
        Float(x) + Float(width) * (seen.x + 1) / 2, Float(y) + Float(height) * (seen.y + 1) / 2, (seen.z + 1) / 2)
}

/// Gives which point of a model is at a place in a window; where none is, a vector of zeros, and `success` is set to false.
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

/// Writes numbers as in "{1.000000, 2.000000}".
private func text(_ numbers: [Float]) -> String {
    "{" + numbers.map { String(format: "%f", $0) }.joined(separator: ", ") + "}"
}

/// Writes columns as in "{{1.000000, 0.000000}, {0.000000, 1.000000}}".
private func text(_ columns: [[Float]]) -> String { "{" + columns.map { text($0) }.joined(separator: ", ") + "}" }

/// Writes a matrix, column by column; how Apple's writes one is not documented.
public func NSStringFromGLKMatrix2(_ matrix: GLKMatrix2) -> String {
    text(matrix.columns.map { c in (0..<2).map { c[$0] } })
}
/// Writes a matrix, column by column; how Apple's writes one is not documented.
public func NSStringFromGLKMatrix3(_ matrix: GLKMatrix3) -> String {
    text(matrix.columns.map { c in (0..<3).map { c[$0] } })
}
/// Writes a matrix, column by column; how Apple's writes one is not documented.
public func NSStringFromGLKMatrix4(_ matrix: GLKMatrix4) -> String {
    text(matrix.columns.map { c in (0..<4).map { c[$0] } })
}
/// Writes a vector.
public func NSStringFromGLKVector2(_ vector: GLKVector2) -> String { text([vector.x, vector.y]) }
/// Writes a vector.
public func NSStringFromGLKVector3(_ vector: GLKVector3) -> String { text([vector.x, vector.y, vector.z]) }
/// Writes a vector.
public func NSStringFromGLKVector4(_ vector: GLKVector4) -> String { text([vector.x, vector.y, vector.z, vector.w]) }
/// Writes a quaternion: x, y, z, w.
public func NSStringFromGLKQuaternion(_ quaternion: GLKQuaternion) -> String {
    text([quaternion.x, quaternion.y, quaternion.z, quaternion.w])
}
